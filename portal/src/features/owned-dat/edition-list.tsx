import { rates } from '@datchain/shared/domain/config.ts';
import { formatCents, formatShare } from '@datchain/shared/domain/format.ts';
import type { OwnedEditionState } from '@datchain/shared/domain/owned-editions.ts';
import { WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import { computeRounding, formatColumn, ROUNDING } from '@datchain/shared/domain/shown-amount.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Status, type StatusKind } from '@datchain/shared/ui/status.tsx';
import { Alert } from '../../app/notice.tsx';
import { Section } from '../../app/section.tsx';
import type { EditionRow, OwnedView } from './owned-view.ts';
import type { Sale } from './use-sale.ts';

const chips: Readonly<Record<OwnedEditionState, StatusKind>> = {
  sold: 'sold',
  forSale: 'forSale',
  listable: 'notListed',
};

type EditionListProps = { view: OwnedView; sale: Sale };

/** 'Your Editions' (R-OWN-03). */
export function EditionList({ view, sale }: EditionListProps) {
  const amounts = [...view.rows.map(({ earnedMicros }) => earnedMicros), view.creatorMicros];
  const rounding = computeRounding(amounts, view.earnedMicros);
  const usd = formatColumn([...amounts, view.earnedMicros]);
  return (
    <Section id="your-editions" title="Your Editions" rule headClassName="owned-editions-head">
      {sale.cancelError && <Alert>{sale.cancelError}</Alert>}
      <ul aria-labelledby="your-editions">
        {view.rows.map((row) => (
          <Row
            key={row.number}
            row={row}
            earned={usd(row.earnedMicros)}
            isCreator={view.isCreator}
            sale={sale}
          />
        ))}
      </ul>
      {(view.creatorMicros !== 0 || rounding !== 0) && (
        <FactList
          facts={[
            ...(view.creatorMicros === 0
              ? []
              : [{ label: 'Streams, your share as creator', value: usd(view.creatorMicros) }]),
            ...(rounding === 0 ? [] : [{ label: ROUNDING, value: usd(rounding) }]),
            { label: 'Total Earnings', value: usd(view.earnedMicros), total: true },
          ]}
        />
      )}
      {!view.isCreator && (
        <p className="small muted owned-editions-rule">
          {`Royalties are a share of the ${formatShare(rates.streamSharePpm)} paid on streams: ${WHO_PAYS}`}
        </p>
      )}
      {!view.soldOut && view.held > 0 && (
        <p className="small muted owned-editions-rule">
          Editions can be resold once the DAT is sold out.
        </p>
      )}
    </Section>
  );
}

type RowProps = {
  row: EditionRow;
  earned: string;
  isCreator: boolean;
  sale: Sale;
};

function Row({ row, earned, isCreator, sale }: RowProps) {
  const { number, state, sharePpm, priceCents } = row;
  return (
    <li className="owned-edition">
      <h3 className="h3">{`DAT #${number}`}</h3>
      <p className="owned-edition-status" aria-live="polite">
        <Status kind={chips[state]} />
        {state === 'forSale' && priceCents !== undefined && (
          <span className="small muted">{` at ${formatCents(priceCents)}`}</span>
        )}
      </p>
      <dl>
        {!isCreator && (
          <div>
            <dt>Royalties</dt>
            <dd>{formatShare(sharePpm)}</dd>
          </div>
        )}
        <div>
          <dt>Earnings</dt>
          <dd>{earned}</dd>
        </div>
      </dl>
      <div className="owned-edition-action">
        <Action row={row} sale={sale} />
      </div>
    </li>
  );
}

function Action({ row, sale }: { row: EditionRow; sale: Sale }) {
  const { number, priceCents } = row;
  const named = `DAT #${number}`;
  if (row.canSell && priceCents !== undefined) {
    const edition = { number, priceCents };
    return (
      <Button
        small
        wide
        variant="secondary"
        aria-label={`Sell DAT, ${named}`}
        onClick={() => sale.setState({ step: 'list', edition })}
      >
        Sell DAT
      </Button>
    );
  }
  if (!row.canCancel) return null;
  const cancelling = sale.cancelling === number;
  return (
    <Button
      small
      wide
      variant="secondary"
      aria-label={`Cancel listing, ${named}`}
      disabled={cancelling}
      onClick={() => sale.cancel(number)}
    >
      {cancelling ? 'Cancelling…' : 'Cancel listing'}
    </Button>
  );
}
