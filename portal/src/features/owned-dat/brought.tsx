import { readDatBrought } from '@datchain/shared/contracts/documents/dat-brought.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { streamEarningsEstimateUsd } from '@datchain/shared/domain/earnings.ts';
import { formatShare, formatUsdUpTo3 } from '@datchain/shared/domain/format.ts';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { useLive } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';

const asStored = (value: unknown): unknown => value;

/** What the whole work brought, live; what cannot be loaded counts as zero (R-WAL-16). */
export function Brought({ datId }: { datId: string }) {
  const stats = useLive(`${live.streamStats(datId)}/totalEarnings`, asStored);
  const earnings = useLive(live.earnings(datId), asStored);
  const brought = readDatBrought(
    { totalEarnings: liveOr(stats, undefined) },
    liveOr(earnings, undefined),
  );
  return (
    <section className="section owned-brought" aria-labelledby="brought">
      <div className="section-head">
        <h2 className="h2" id="brought">
          What the work earned
        </h2>
      </div>
      <FactList
        facts={[
          { label: 'Streams, all platforms', value: formatUsdUpTo3(brought.streamUsd) },
          { label: 'Sales of editions', value: formatUsdUpTo3(brought.salesUsd) },
          {
            label: `Estimate: ${formatShare(rates.streamSharePpm)} of streams, and sales`,
            value: formatUsdUpTo3(streamEarningsEstimateUsd(brought)),
          },
        ]}
      />
    </section>
  );
}
