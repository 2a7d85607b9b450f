import { rates } from '@datchain/shared/domain/config.ts';
import {
  formatCents,
  formatCount,
  formatShare,
  formatUsdUpTo3,
} from '@datchain/shared/domain/format.ts';
import type { RewardMetrics } from '@datchain/shared/domain/rewards.ts';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { useId } from 'react';
import type { Terms } from './terms.ts';

type TokenWorthProps = { terms: Terms; metrics: RewardMetrics | undefined };

function partsOf({ spotPriceUsd, poolCents, circulating }: RewardMetrics): Fact[] {
  return spotPriceUsd === undefined
    ? [
        { label: 'In the reward pool', value: formatCents(poolCents) },
        { label: 'Reward tokens in circulation', value: formatCount(circulating) },
      ]
    : [{ label: 'Spot price', value: formatUsdUpTo3(spotPriceUsd) }];
}

/** What the value of a reward token is made of. */
export function TokenWorth({ terms, metrics }: TokenWorthProps) {
  const titleId = useId();
  const value = { label: 'Value of one', value: formatUsdUpTo3(terms.tokenValueUsd), total: true };
  return (
    <aside aria-labelledby={titleId}>
      <h2 className="h2" id={titleId}>
        What one is worth
      </h2>
      <FactList facts={[...(metrics ? partsOf(metrics) : []), value]} />
      <p className="small muted cashout-rule">
        {formatShare(rates.poolPpm)} of every sale of platform tokens goes into the pool, so the
        value moves. Your amount is fixed when you confirm. Tokens you cash out are gone for good.
      </p>
    </aside>
  );
}
