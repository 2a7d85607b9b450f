import type { Cents, SharePpm, UsdMicros } from './units.ts';

export const MICROS_PER_USD = 1_000_000;
export const MICROS_PER_CENT = 10_000;
export const CENTS_PER_USD = 100;
/** One credit is worth ten cents (R-CSH-05). */
export const MICROS_PER_CREDIT = 100_000;
export const PPM = 1_000_000;
const PPM_PER_PERCENT = PPM / 100;

export const centsToMicros = (cents: Cents): UsdMicros => cents * MICROS_PER_CENT;

export const usdOfCents = (cents: Cents): number => cents / CENTS_PER_USD;

/** Rounds dollars of a stored shape to cents. */
export const nearestCents = (dollars: number): Cents => Math.round(dollars * CENTS_PER_USD);

export const usdOfMicros = (micros: UsdMicros): number => micros / MICROS_PER_USD;

/** Rounds dollars of a stored shape to micros. */
export const microsOfUsd = (dollars: number): UsdMicros => Math.round(dollars * MICROS_PER_USD);

export const percentOfPpm = (ppm: SharePpm): number => ppm / PPM_PER_PERCENT;

export const ppmOfPercent = (percent: number): SharePpm => Math.round(percent * PPM_PER_PERCENT);

/** The refusal of an amount with a fraction of a cent (N-INP-07). */
export const WRITE_WHOLE_CENTS = 'Write whole cents, such as 45.50.';

/** Converts a price that callers send in dollars to cents (R-CAL-10); NaN unless it is whole cents. */
export function centsOfUsd(dollars: unknown): Cents {
  if (typeof dollars !== 'number') return Number.NaN;
  const cents = nearestCents(dollars);
  // 0.29 × 100 is 28.999999999999996 in floating point; 29 / 100 is 0.29.
  return Number.isSafeInteger(cents) && usdOfCents(cents) === dollars ? cents : Number.NaN;
}

/** Returns `amount × part / whole`, rounded down and exact for whole numbers; 0 if `whole` is 0. */
export const portion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** Returns a share of an amount in whole micros, rounded down. */
export const applyPpm = (micros: UsdMicros, ppm: SharePpm): UsdMicros => portion(micros, ppm, PPM);

/**
 * Splits an amount by weights with the largest-remainder method: the parts are whole and sum to the amount.
 * Ties go to the earlier part, so the result is deterministic.
 *
 * @param amount whole, not negative
 * @param weights whole, not negative, not all zero
 * @throws RangeError if all weights are zero
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum <= 0) throw new RangeError('splitByWeight needs at least one weight above zero');
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((value) => Number(value / BigInt(sum)));
  const remainders = exact.map((value, index) => ({ index, rest: Number(value % BigInt(sum)) }));
  // The sort is stable: ties keep their order.
  remainders.sort((a, b) => b.rest - a.rest);
  let missing = amount - parts.reduce((total, part) => total + part, 0);
  for (const { index } of remainders) {
    if (missing === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    missing -= 1;
  }
  return parts;
}
