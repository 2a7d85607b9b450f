import { config } from '../config.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { claimableRewardTokens, LEAST_THRESHOLD_CENTS, rewardThresholdCents } from '../rewards.ts';
import type { Cents } from '../units.ts';
import { debtRefusal } from './debts.ts';
import type { SupplyGuard, UserGuard } from './guards.ts';
import { accounts, move, type Posting } from './postings.ts';

export interface Claim {
  readonly user: UserGuard;
  readonly supply: SupplyGuard;
  readonly claimed: number;
  readonly postings: readonly Posting[];
}

/**
 * Issues the reward tokens that a spend has earned (R-WAL-12), at most 66,669 in all. Refuses while the user
 * has a debt (N-MON-04).
 */
export function claimRewards(
  user: UserGuard,
  supply: SupplyGuard,
  utilitySoldCents: Cents,
): Claim | Refusal {
  const owing = debtRefusal(user);
  if (owing) return owing;
  const threshold = rewardThresholdCents(utilitySoldCents);
  const earned = claimableRewardTokens(user.spendCents, threshold, user.awarded);
  const claimed = Math.min(earned, Math.max(0, config.rewardSupply - supply.issued));
  if (claimed === 0) return refuse('failed-precondition', 'Nothing to claim yet.');
  return {
    user: {
      ...user,
      awarded: user.awarded + claimed,
      claims: user.claims + 1,
      ...(threshold === LEAST_THRESHOLD_CENTS && user.awardThresholdCents === undefined
        ? {}
        : { awardThresholdCents: threshold }),
      rewardQty: user.rewardQty + claimed,
    },
    supply: { ...supply, issued: supply.issued + claimed },
    claimed,
    postings: move('REWARD', accounts.issuer, accounts.user(user.uid), claimed),
  };
}
