/**
 * Units of every quantity in the product. Money is never a fraction: decimals exist only in the
 * shapes that are stored or sent so, and on screens.
 */

/** Millionths of a US dollar: 1 USD = 1,000,000. Royalties need fractions of a cent. */
export type UsdMicros = number;
/** Whole US cents: prices, charges and transfers. */
export type Cents = number;
/** A royalty share in parts per million: 1 ppm = 0.0001 %. */
export type SharePpm = number;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Millis = number;

export const MICROS_PER_CENT = 10_000;
export const CENTS_PER_USD = 100;
/** One credit is worth ten cents (R-CSH-05). */
export const MICROS_PER_CREDIT = 100_000;

export const centsToMicros = (cents: Cents): UsdMicros => cents * MICROS_PER_CENT;

/** True for the whole numbers that can be counted exactly. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** A price in dollars as callers send it (R-CAL-10), in cents; NaN unless it is a whole number of cents. */
export function centsOfUsd(dollars: unknown): Cents {
  if (typeof dollars !== 'number') return Number.NaN;
  const cents = Math.round(dollars * CENTS_PER_USD);
  // Multiplying 0.29 by 100 gives 28.999999999999996: not a fraction of a cent.
  return Math.abs(dollars * CENTS_PER_USD - cents) < 1e-6 ? cents : Number.NaN;
}
