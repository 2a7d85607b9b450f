import { rates } from '@datchain/shared/domain/config.ts';
import { type DatBrought, streamEarningsEstimateUsd } from '@datchain/shared/domain/earnings.ts';
import { formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { microsOfUsd } from '@datchain/shared/domain/money.ts';
import { WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import { formatColumn } from '@datchain/shared/domain/shown-amount.ts';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { useBrought } from '../../lib/data/use-brought.ts';

/** What the whole work brought, live; what cannot be loaded counts as zero (R-WAL-16). */
export function Brought({ datId }: { datId: string }) {
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
          What the work earned
        </h2>
      </div>
      <p className="small muted">
        {`All owners and the artist together, not yours alone. ${formatShare(rates.streamSharePpm)} is paid on streams: ${WHO_PAYS}`}
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
