import {
  claimableRewardTokens,
  type RewardMetrics,
  rewardThresholdCents,
  rewardTokensRemaining,
} from '@datchain/shared/domain/rewards.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';

/** Where a user stands between one reward token and the next. */
export interface RewardProgress {
  /** Spend that earns one reward token now. */
  readonly thresholdCents: Cents;
  /** What can be claimed, as far as the supply reaches. */
  readonly claimable: number;
  /** Of the next token's price: what is spent towards it, never more than the price. */
  readonly towardsCents: Cents;
  /** The amount that is missing for the next token. */
  readonly missingCents: Cents;
  /** Spend has brought so many by the price of today. */
  readonly brought: number;
  /** More were awarded than that: the price rose since, or they were given. */
  readonly isAhead: boolean;
  /** Every reward token there will ever be is issued. */
  readonly isOver: boolean;
}

/** The server claims by the same rule (R-WAL-09). */
export function rewardProgress(
  spend: { totalCents: Cents; awarded: number },
  metrics: Pick<RewardMetrics, 'issuedToUsers'> & { utilitySoldCents: Cents },
): RewardProgress {
  const thresholdCents = rewardThresholdCents(metrics.utilitySoldCents);
  const earned = claimableRewardTokens(spend.totalCents, thresholdCents, spend.awarded);
  const remaining = rewardTokensRemaining(metrics);
  // A higher price may have left the user behind what was awarded at the lower one.
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
