import type { Cents, SharePpm, UsdMicros } from './units.ts';

export const MICROS_PER_USD = 1_000_000;
export const MICROS_PER_CENT = 10_000;
export const CENTS_PER_USD = 100;
/** One credit is worth ten cents (R-CSH-05). */
export const MICROS_PER_CREDIT = 100_000;
export const PPM = 1_000_000;
const PPM_PER_PERCENT = PPM / 100;

export const centsToMicros = (cents: Cents): UsdMicros => cents * MICROS_PER_CENT;

/** Dollars as stored shapes and calls have them. */
export const usdOfCents = (cents: Cents): number => cents / CENTS_PER_USD;

/** The nearest cents to dollars of a stored shape. */
export const nearestCents = (dollars: number): Cents => Math.round(dollars * CENTS_PER_USD);

/** Dollars as stored shapes and screens have them. */
export const usdOfMicros = (micros: UsdMicros): number => micros / MICROS_PER_USD;

/** The nearest whole micros to dollars of a stored shape. */
export const microsOfUsd = (dollars: number): UsdMicros => Math.round(dollars * MICROS_PER_USD);

/** 25000 ppm is 2.5 percent. */
export const percentOfPpm = (ppm: SharePpm): number => ppm / PPM_PER_PERCENT;

/** The nearest share to percent of a stored shape. */
export const ppmOfPercent = (percent: number): SharePpm => Math.round(percent * PPM_PER_PERCENT);

/** What an amount with a fraction of a cent is answered with (N-INP-07). */
export const WRITE_WHOLE_CENTS = 'Write whole cents, such as 45.50.';

/** A price in dollars as callers send it (R-CAL-10), in cents; NaN unless it is a whole number of cents. */
export function centsOfUsd(dollars: unknown): Cents {
  if (typeof dollars !== 'number') return Number.NaN;
  const cents = nearestCents(dollars);
  // Multiplying 0.29 by 100 gives 28.999999999999996; dividing 29 by 100 gives 0.29.
  return Number.isSafeInteger(cents) && usdOfCents(cents) === dollars ? cents : Number.NaN;
}

/** `amount × part / whole`, rounded down, exact for every whole number; nothing of nothing. */
export const portion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** A part of an amount in whole micros, rounded down. */
export const partOf = (micros: UsdMicros, ppm: SharePpm): UsdMicros => portion(micros, ppm, PPM);

/**
 * Splits a whole amount by integer weights with the largest-remainder method: the parts are whole
 * and always sum to the amount. Ties go to the earlier part, so the result is deterministic.
 *
 * @param amount whole, not negative
 * @param weights whole, not negative, not all zero
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum <= 0) throw new RangeError('splitByWeight needs at least one weight above zero');
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((value) => Number(value / BigInt(sum)));
  const remainders = exact.map((value, index) => ({ index, rest: Number(value % BigInt(sum)) }));
  // Sorting keeps the order of equal ones.
  remainders.sort((a, b) => b.rest - a.rest);
  let missing = amount - parts.reduce((total, part) => total + part, 0);
  for (const { index } of remainders) {
    if (missing === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    missing -= 1;
  }
  return parts;
}
