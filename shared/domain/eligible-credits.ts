import type { EarnedDay } from './books/guards.ts';
import { MICROS_PER_CENT } from './money.ts';
import { DAY_MILLIS, startOfDay } from './time.ts';
import { type Cents, isWhole, type Millis, type UsdMicros } from './units.ts';

export interface PendingDay {
  readonly date: string;
  readonly countsFrom: Millis;
  readonly micros: UsdMicros;
}

export interface EligibleCredits {
  readonly micros: UsdMicros;
  /** The unspent micros that can be paid out, by the day they were earned, oldest first. */
  readonly days: readonly { readonly date: string; readonly micros: UsdMicros }[];
  readonly pending: readonly PendingDay[];
}

/** Returns when a day's earnings can be paid out: 00:00 UTC, `days` later. NaN if `date` is not a day. */
export const countsFrom = (date: string, days: number): Millis =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) ? startOfDay(date) + days * DAY_MILLIS : Number.NaN;

const unspent = ({ totalMicros, spentMicros }: EarnedDay): UsdMicros =>
  Math.max(0, totalMicros - spentMicros);

// Stryker disable next-line EqualityOperator: No day is there twice.
const byDate = (a: { date: string }, b: { date: string }): number => (a.date < b.date ? -1 : 1);

/**
 * Returns the earnings a user can pay out (R-CSH-05): unspent micros of days at least `payoutDays` old.
 * Screen and server call this.
 *
 * If a date or `payoutDays` is invalid, everything unspent counts (R-CSH-09), but never more.
 */
export function eligibleCredits(
  earnedDays: readonly EarnedDay[],
  payoutDays: number,
  now: Millis,
): EligibleCredits {
  const days = earnedDays
    .map((day) => ({
      date: day.date,
      countsFrom: countsFrom(day.date, payoutDays),
      micros: unspent(day),
    }))
    .filter(({ micros }) => micros > 0)
    .sort(byDate);
  const isComputable =
    isWhole(payoutDays) && payoutDays >= 0 && days.every((day) => Number.isFinite(day.countsFrom));
  const ready = isComputable ? days.filter((day) => day.countsFrom <= now) : days;
  return {
    micros: ready.reduce((sum, { micros }) => sum + micros, 0),
    days: ready.map(({ date, micros }) => ({ date, micros })),
    pending: isComputable ? days.filter((day) => day.countsFrom > now) : [],
  };
}

/** Rounds down to the whole cents that a transfer can carry; the fraction stays with the user. */
export const eligibleCents = ({ micros }: Pick<EligibleCredits, 'micros'>): Cents =>
  Math.floor(micros / MICROS_PER_CENT);
