import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import type { ReactNode } from 'react';
import { Screen } from '../../app/screen.tsx';
import { editionLine, type Offer, partRows, resaleText } from './offer.ts';
import { Work } from './work.tsx';

type SheetProps = {
  dat: Dat;
  offer: Offer;
  /** Why it could not be bought, above everything else. */
  alert?: ReactNode;
  /** What it costs, and what goes and stays. */
  children: ReactNode;
  /** The actions, in reach of a thumb. */
  foot: ReactNode;
  /** The first action has a line of its own: most who read it do not know the others. */
  isStacked?: boolean;
  /** Whether it can be bought: then it is said what comes with it. */
  isOffered?: boolean;
};

/** One edition and what buying it takes: the same sheet for visitors and fans. */
export function Sheet({ dat, offer, alert, children, foot, isOffered, isStacked }: SheetProps) {
  return (
    <div className="form-page">
      <div>
        <Screen title={`Buy DAT #${offer.number}`} back={<BackToDat dat={dat} />}>
          <div className="buy-sheet">
            <div role="alert">{alert}</div>
            <Work dat={dat} line={editionLine(dat, offer)} />
            {isOffered && <p className="small muted">{resaleText(dat, offer)}</p>}
            {children}
            <div className={isStacked ? 'buy-foot buy-foot-stacked' : 'buy-foot'}>{foot}</div>
          </div>
        </Screen>
      </div>
      {isOffered && <PriceParts dat={dat} offer={offer} />}
    </div>
  );
}

/** The way back to the work, above the heading. */
export const BackToDat = ({ dat }: { dat: Dat }) => (
  <a className="back small" href={`/viewdat/${encodeURIComponent(dat.id)}`} dir="auto">
    {dat.songName}
  </a>
);

/** Who gets what of the price. */
function PriceParts({ dat, offer }: { dat: Dat; offer: Offer }) {
  return (
    <aside className="block-prices" aria-label="Who gets what">
      <DataTable
        rows={partRows(dat, offer)}
        keyOf={({ who }) => who}
        columns={[
          { header: 'Who gets what', cell: ({ who }) => who, footer: 'Price' },
          {
            header: 'Part',
            className: 'right',
            cell: ({ amount }) => amount,
            footer: formatCents(offer.priceCents),
          },
        ]}
      />
    </aside>
  );
}
