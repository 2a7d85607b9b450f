import { rates } from '../config.ts';
import { formatCents, formatDuration, formatTokens } from '../format.ts';
import { openOrdersRefusal } from '../purchase.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { DAY_MILLIS } from '../time.ts';
import type { Cents, Millis } from '../units.ts';
import type { EndedUnpaid, UserGuard } from './guards.ts';

/** The number of unpaid endings kept: after so many, the wait is far longer than the day they count for. */
const ENDINGS_KEPT = 20;

export const withEndedUnpaid = (user: UserGuard, ended: EndedUnpaid): UserGuard => ({
  ...user,
  endedUnpaid: [...user.endedUnpaid, ended].slice(-ENDINGS_KEPT),
});

/** Counts an order as paid, however late: it is no unpaid ending, and may raise the limit. */
export const withPaidOrder = (user: UserGuard, orderId: string, totalCents: Cents): UserGuard => ({
  ...user,
  endedUnpaid: user.endedUnpaid.filter((ended) => ended.orderId !== orderId),
  largestPaidCents: Math.max(user.largestPaidCents, totalCents),
});

/** Returns the most a user may hold unpaid: $1,000, or ten times their largest paid order. */
export const unpaidLimitCents = ({ largestPaidCents }: UserGuard): Cents =>
  Math.max(rates.unpaidHoldCents, rates.unpaidHoldTimes * largestPaidCents);

const heldCents = ({ openOrders }: UserGuard): Cents =>
  openOrders.reduce((sum, { totalCents }) => sum + totalCents, 0);

/**
 * Returns the wait before the next reservation. After three unpaid endings in 24 hours it is 15 minutes,
 * doubled by each further one.
 */
export function reservationWait(
  endedUnpaid: readonly EndedUnpaid[],
  now: Millis,
): { waitMillis: Millis; ended: number } {
  const recent = endedUnpaid.filter(({ at }) => at > now - DAY_MILLIS);
  const ended = recent.length;
  if (ended < rates.unpaidEndingsADay) return { waitMillis: 0, ended };
  // Servers with different clocks can write out of order.
  const latest = Math.max(...recent.map(({ at }) => at));
  const wait = rates.unpaidWaitMillis * 2 ** (ended - rates.unpaidEndingsADay);
  return { waitMillis: Math.max(0, latest + wait - now), ended };
}

function limitText(user: UserGuard, priceCents: Cents): string {
  const limit = unpaidLimitCents(user);
  const most = `You can hold tokens for at most ${formatCents(limit)} before you pay.`;
  const fits = Math.floor((limit - heldCents(user)) / priceCents);
  if (fits > 0)
    return `${most} ${formatTokens(fits)} of this block ${fits === 1 ? 'fits' : 'fit'} now.`;
  return user.openOrders.length > 0 ? `${most} ${openOrdersRefusal}` : most;
}

/**
 * Refuses more unpaid tokens than the limit allows, or a reservation before its wait is over (N-MON-07).
 *
 * @returns a refusal that says how much or how long
 */
export function refuseUnpaidHold(
  user: UserGuard,
  wanted: { readonly qty: number; readonly priceCents: Cents },
  now: Millis,
): Refusal | undefined {
  const { waitMillis, ended } = reservationWait(user.endedUnpaid, now);
  if (waitMillis > 0) {
    const text = `${ended} of your orders ended unpaid within 24 hours. You can order again in ${formatDuration(waitMillis)}.`;
    return refuse('resource-exhausted', text);
  }
  const { qty, priceCents } = wanted;
  return heldCents(user) + qty * priceCents > unpaidLimitCents(user)
    ? refuse('failed-precondition', limitText(user, priceCents))
    : undefined;
}
