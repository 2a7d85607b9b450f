import {
  claimableRewardTokens,
  type RewardMetrics,
  rewardThresholdCents,
  rewardTokensRemaining,
} from '@datchain/shared/domain/rewards.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';

export interface RewardProgress {
  readonly thresholdCents: Cents;
  /** The number of tokens that can be claimed, limited by the supply. */
  readonly claimable: number;
  readonly towardsCents: Cents;
  readonly missingCents: Cents;
  /** The number of tokens that the spending has earned at today's price. */
  readonly brought: number;
  /** Whether more were awarded than that: the price rose since, or tokens were given. */
  readonly isAhead: boolean;
  readonly isOver: boolean;
}

/** Computes the progress by the rule with which the server grants claims (R-WAL-09). */
export function rewardProgress(
  spend: { totalCents: Cents; awarded: number },
  metrics: Pick<RewardMetrics, 'issuedToUsers'> & { utilitySoldCents: Cents },
): RewardProgress {
  const thresholdCents = rewardThresholdCents(metrics.utilitySoldCents);
  const earned = claimableRewardTokens(spend.totalCents, thresholdCents, spend.awarded);
  const remaining = rewardTokensRemaining(metrics);
  // After a rise in price, a user may be behind what was awarded at the lower price.
  const nextCents = (spend.awarded + earned + 1) * thresholdCents;
  const missingCents = nextCents - spend.totalCents;
  const brought = Math.floor(spend.totalCents / thresholdCents);
  return {
    thresholdCents,
    brought,
    isAhead: spend.awarded > brought,
    claimable: Math.min(earned, remaining),
    towardsCents: Math.max(0, thresholdCents - missingCents),
    missingCents,
    isOver: remaining === 0,
  };
}
