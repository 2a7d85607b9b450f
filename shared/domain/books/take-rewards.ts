import { portion } from '../money.ts';
import { LEAST_THRESHOLD_CENTS } from '../rewards.ts';
import { backingOf, poolPartOf } from '../sale-parts.ts';
import type { Cents, UsdMicros } from '../units.ts';
import type { UserGuard } from './guards.ts';
import { spendUpTo } from './lots.ts';
import { accounts, move, type Posting } from './postings.ts';

export interface RewardsTaken {
  readonly user: UserGuard;
  readonly unissued: number;
  /** The number of those that had been cashed out, and so had left circulation. */
  readonly cashedOut: number;
  readonly backingMicros: UsdMicros;
  readonly poolMicros: UsdMicros;
  readonly debtMicros: UsdMicros;
  readonly tokens: number;
  readonly postings: readonly Posting[];
}

/**
 * Takes back reward tokens that a user's spend no longer earns (N-MON-20). For cashed-out ones the user pays
 * back their average price: with utility tokens at face, the remainder as a debt. The pool gets it.
 *
 * @param user with the spend already reduced
 * @param spendBeforeCents the spend before
 */
export function takeRewards(user: UserGuard, spendBeforeCents: Cents): RewardsTaken {
  const { uid, awarded, awardThresholdCents = LEAST_THRESHOLD_CENTS } = user;
  const earnedBy = (cents: Cents) => Math.floor(cents / awardThresholdCents);
  const kept = earnedBy(user.spendCents) + Math.max(0, awarded - earnedBy(spendBeforeCents));
  const unissued = Math.max(0, awarded - kept);
  const held = Math.min(unissued, user.rewardQty);
  const paid = Math.min(unissued - held, user.rewardsPaidQty);
  const owedMicros = portion(user.rewardsPaidMicros, paid, user.rewardsPaidQty);
  const spent = spendUpTo(user, owedMicros);
  const debtMicros = owedMicros - spent.spentMicros;
  const backingMicros = backingOf(spent.spentMicros);
  return {
    user: {
      ...user,
      lots: spent.lots,
      changeMicros: spent.changeMicros,
      awarded: awarded - unissued,
      rewardQty: user.rewardQty - held,
      rewardsPaidQty: user.rewardsPaidQty - paid,
      rewardsPaidMicros: user.rewardsPaidMicros - owedMicros,
      debtMicros: user.debtMicros + debtMicros,
    },
    unissued,
    cashedOut: unissued - held,
    backingMicros,
    // The pool has had its part of that face since the tokens were sold.
    poolMicros: owedMicros - poolPartOf(spent.spentMicros),
    debtMicros,
    tokens: spent.tokens,
    postings: [
      ...move('REWARD', accounts.user(uid), accounts.issuer, held),
      ...move('TOKEN', accounts.user(uid), accounts.issuer, spent.tokens),
      ...move('FACE', accounts.user(uid), accounts.issuer, spent.spentMicros),
      ...move('USD', accounts.backing, accounts.pool, backingMicros),
    ],
  };
}
