import { rates } from '@datchain/shared/domain/config.ts';
import { type Dat, type Edition, heldEditions } from '@datchain/shared/domain/dats.ts';
import { type DatBrought, streamEarningsEstimateUsd } from '@datchain/shared/domain/earnings.ts';
import { formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { microsOfUsd } from '@datchain/shared/domain/money.ts';
import { WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import { formatColumn } from '@datchain/shared/domain/shown-amount.ts';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { useBrought } from '../../lib/data/use-brought.ts';

/**
 * Names those who shared what a work brought. Unnamed owners may be one person or several: with them there is
 * no number.
 */
function titleOf(held: readonly Edition[] | undefined): string {
  if (held?.length === 0) return 'What the artist got';
  const names = new Set(held?.map(({ ownerUsername }) => ownerUsername));
  if (!held || names.has('')) return 'What all owners and the artist got';
  if (names.size === 1) return 'What the owner and the artist got';
  return `What all ${names.size} owners and the artist got`;
}

type BroughtProps = { datId: string; dat: Dat | undefined };

/** What the whole work brought, live; what cannot be loaded counts as zero (R-WAL-16). */
export function Brought({ datId, dat }: BroughtProps) {
  const held = dat && heldEditions(dat);
  const brought = useBrought(datId);
  const usd = brought
    ? formatColumn([
        microsOfUsd(brought.streamUsd),
        microsOfUsd(brought.salesUsd),
        microsOfUsd(streamEarningsEstimateUsd(brought)),
      ])
    : undefined;
  const shown = (of: (brought: DatBrought) => number): string =>
    brought && usd ? usd(microsOfUsd(of(brought))) : UNKNOWN;
  return (
    <section className="section owned-brought" aria-labelledby="brought">
      <div className="section-head">
        <h2 className="h2" id="brought">
          {titleOf(held)}
        </h2>
      </div>
      <p className="small muted">
        {held?.length !== 0 && 'This is not yours alone. '}
        {`${formatShare(rates.streamSharePpm)} is paid on streams: ${WHO_PAYS}`}
      </p>
      <FactList
        facts={[
          { label: 'Streams, all platforms', value: shown(({ streamUsd }) => streamUsd) },
          { label: 'Sales of editions', value: shown(({ salesUsd }) => salesUsd) },
          {
            label: `Estimate: ${formatShare(rates.streamSharePpm)} of streams, and sales`,
            value: shown(streamEarningsEstimateUsd),
          },
        ]}
      />
    </section>
  );
}
