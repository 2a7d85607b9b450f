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
  alert?: ReactNode;
  children: ReactNode;
  foot: ReactNode;
  /** Puts the first action on its own line, for readers who know none of the actions. */
  isStacked?: boolean;
  isOffered?: boolean;
};

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

export const BackToDat = ({ dat }: { dat: Dat }) => (
  <a className="back small" href={`/viewdat/${encodeURIComponent(dat.id)}`} dir="auto">
    {dat.songName}
  </a>
);

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
