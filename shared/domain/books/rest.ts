import * as v from 'valibot';
import { config, rates } from '../config.ts';
import { applyPpm, MICROS_PER_CENT, PPM } from '../money.ts';
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

/** Refuses if the rest differs from what its owner was shown. */
export const restChanged = (): Refusal =>
  refuse('aborted', 'What is left on your account has changed. Look at the amounts again.');

const leastMicros = config.minimumPayoutCents * MICROS_PER_CENT;

/** Returns the parts of a rest that are worth a payout, and so cannot be given up; other parts are 0. */
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
 * Closes the guard of an account. Nothing is delivered to it afterwards, and its debt is the platform's loss
 * (N-MON-22).
 *
 * @returns a refusal while something is open
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
 * Gives up the rest of an account that closes (N-PPL-03).
 *
 * @param agreed the rest that its owner saw and gave up, to the micro
 * @returns as `waiveAll`, and a refusal if a part can be paid out
 */
export function waiveRest(guards: Guards, agreed: Rest, spot: Spot): Waiver | Refusal | undefined {
  const waiver = waiveAll(guards, agreed);
  return waiver && !isRefusal(waiver) && !isNothing(worthPaying(guards, spot))
    ? refuse('failed-precondition', 'What is left on your account can be paid out.')
    : waiver;
}

/**
 * Gives up everything on a closed account, whatever its worth: the artist agreed to this for later earnings
 * (decision 55). Earnings and the backing of change go to the platform. Reward tokens leave circulation, and
 * their part of the pool stays in it.
 *
 * @returns undefined if nothing is left; a refusal if the rest is not `agreed`, or while a payout or debt
 * is open
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
  // The unbacked part of the change went to the pool when its tokens were bought. Rounded down.
  const backingMicros = applyPpm(changeMicros, PPM - rates.poolPpm);
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
