import * as v from 'valibot';
import { config, rates } from '../config.ts';
import { MICROS_PER_CENT, PPM, partOf } from '../money.ts';
import { type TokenPool, tokenPayoutCents } from '../payout.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Stored } from '../stored.ts';
import type { Millis, UsdMicros } from '../units.ts';
import { count } from '../whole.ts';
import type { SupplyGuard, UserGuard } from './guards.ts';
import { payoutBlock } from './payouts.ts';
import { accounts, move, type Posting } from './postings.ts';

export const restSchema = v.strictObject({
  earnedMicros: count,
  changeMicros: count,
  rewardQty: count,
});
export type Rest = Stored<typeof restSchema>;

export const noRest: Rest = { earnedMicros: 0, changeMicros: 0, rewardQty: 0 };

type Guards = { readonly user: UserGuard; readonly supply: SupplyGuard };
type Spot = Pick<TokenPool, 'spotPriceUsd'>;

export const restOf = ({ earnedDays, changeMicros, rewardQty }: UserGuard): Rest => ({
  earnedMicros: earnedDays.reduce(
    (sum, { totalMicros, spentMicros }) => sum + totalMicros - spentMicros,
    0,
  ),
  changeMicros,
  rewardQty,
});

export const isNothing = (rest: Rest): boolean => Object.values(rest).every((left) => left === 0);

export const isSameRest = (one: Rest, other: Rest): boolean =>
  one.earnedMicros === other.earnedMicros &&
  one.changeMicros === other.changeMicros &&
  one.rewardQty === other.rewardQty;

/** What is left is not what its owner has seen. */
export const restChanged = (): Refusal =>
  refuse('aborted', 'What is left on your account has changed. Look at the amounts again.');

const leastMicros = config.minimumPayoutCents * MICROS_PER_CENT;

/** What of a rest is worth a payout, and so is paid out or spent, not given up. The other parts are 0. */
export function worthPaying({ user, supply }: Guards, spot: Spot): Rest {
  const { earnedMicros, changeMicros, rewardQty } = restOf(user);
  const { poolMicros, circulating } = supply;
  const cents = tokenPayoutCents(rewardQty, { poolMicros, circulating, ...spot });
  return {
    earnedMicros: earnedMicros < leastMicros ? 0 : earnedMicros,
    changeMicros: changeMicros < leastMicros ? 0 : changeMicros,
    rewardQty: cents < config.minimumPayoutCents ? 0 : rewardQty,
  };
}

/**
 * The guard of an account that closes for good: from here on nothing is delivered to it, and what
 * it owes is the platform's loss (N-MON-22).
 *
 * @returns a refusal while something of it is open: then its owner has to look again
 */
export function closeGuard(user: UserGuard, now: Millis): UserGuard | Refusal {
  const { lots, changeMicros, openOrders, openListings } = user;
  const isOpen = lots.length + changeMicros + openOrders.length + openListings.length > 0;
  if (isOpen) return refuse('failed-precondition', 'Something of your account is still open.');
  return payoutBlock(user) ?? { ...user, closedAt: now };
}

export interface Waiver extends Guards {
  readonly backingMicros: UsdMicros;
  readonly platformMicros: UsdMicros;
  readonly postings: readonly Posting[];
}

/**
 * Gives up what is left on an account that closes (N-PPL-03).
 *
 * @param agreed what its owner has seen and given up, to the micro
 * @returns as `waiveAll`; a refusal also when a part of it can be paid out
 */
export function waiveRest(guards: Guards, agreed: Rest, spot: Spot): Waiver | Refusal | undefined {
  const waiver = waiveAll(guards, agreed);
  return waiver && !isRefusal(waiver) && !isNothing(worthPaying(guards, spot))
    ? refuse('failed-precondition', 'What is left on your account can be paid out.')
    : waiver;
}

/**
 * Gives up what a closed account has, whatever it is worth: its artist agreed to that for all that
 * comes later (decision 55). Earnings and what backs the change go to the platform; reward tokens are
 * taken out of circulation, and their part of the pool is everyone's.
 *
 * @returns undefined when nothing is left; a refusal when it is not what is named, or while a payout or
 * a debt is open
 */
export function waiveAll(guards: Guards, agreed: Rest): Waiver | Refusal | undefined {
  const { user, supply } = guards;
  const { earnedMicros, changeMicros, rewardQty } = restOf(user);
  if (!isSameRest(restOf(user), agreed)) {
    return restChanged();
  }
  if (isNothing(agreed)) return undefined;
  const blocked = payoutBlock(user);
  if (blocked) return blocked;
  // What the change is not backed by went to the pool when its tokens were bought. Rounded down.
  const backingMicros = partOf(changeMicros, PPM - rates.poolPpm);
  const { uid } = user;
  return {
    user: {
      ...user,
      earnedDays: user.earnedDays.map((day) => ({ ...day, spentMicros: day.totalMicros })),
      changeMicros: 0,
      rewardQty: 0,
    },
    supply: { ...supply, circulating: supply.circulating - rewardQty },
    backingMicros,
    platformMicros: earnedMicros + backingMicros,
    postings: [
      ...move('USD', accounts.owed(uid), accounts.platform, earnedMicros),
      ...move('USD', accounts.backing, accounts.platform, backingMicros),
      ...move('FACE', accounts.user(uid), accounts.issuer, changeMicros),
      ...move('REWARD', accounts.user(uid), accounts.issuer, rewardQty),
    ],
  };
}
