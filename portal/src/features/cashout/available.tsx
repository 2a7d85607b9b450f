import {
  formatCents,
  formatCount,
  formatMicrosUpTo3,
  formatUsdUpTo3,
} from '@datchain/shared/domain/format.ts';
import type { PayoutSource } from '@datchain/shared/domain/payout.ts';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import type { Terms } from './terms.ts';

const pendingMicros = ({ pending }: Terms): number =>
  pending.reduce((sum, { micros }) => sum + micros, 0);

/** What can be paid out of a source, as figures. */
export function Available({ source, terms }: { source: PayoutSource; terms: Terms }) {
  const now = { label: 'Available now', value: formatCents(terms.availableCents[source]) };
  const other =
    source === 'credits'
      ? {
          label: 'Available later',
          value: formatMicrosUpTo3(pendingMicros(terms)),
          quiet: true,
        }
      : {
          label: 'Your reward tokens',
          value: formatCount(terms.tokenQty),
          unit: `at ${formatUsdUpTo3(terms.tokenValueUsd)}`,
          quiet: true,
        };
  return <MetricRow live metrics={[now, other]} />;
}
