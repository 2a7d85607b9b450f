import {
  formatCents,
  formatCount,
  formatMicrosUpTo3,
  formatUsdUpTo3,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import type { PayoutSource } from '@datchain/shared/domain/payout.ts';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { canPayOut, formatWorth } from './limits.ts';
import type { Terms } from './terms.ts';

const pendingMicros = ({ pending }: Terms): number =>
  pending.reduce((sum, { micros }) => sum + micros, 0);

export function Available({ source, terms }: { source: PayoutSource; terms: Terms }) {
  const known = (text: string): string => (terms.isKnown ? text : UNKNOWN);
  const now =
    source === 'tokens' && terms.tokenQty > 0 && !canPayOut(source, terms)
      ? { label: 'Worth today', value: known(formatWorth(terms)) }
      : { label: 'Available now', value: known(formatCents(terms.availableCents[source])) };
  const other =
    source === 'credits'
      ? {
          label: 'Available later',
          value: terms.days === undefined ? UNKNOWN : formatMicrosUpTo3(pendingMicros(terms)),
          quiet: true,
        }
      : {
          label: 'Your reward tokens',
          value: known(formatCount(terms.tokenQty)),
          unit: `at ${formatUsdUpTo3(terms.tokenValueUsd)}`,
          quiet: true,
        };
  return <MetricRow live metrics={[now, other]} />;
}
