/** Units of every quantity. Money is never a fraction, except in certain stored shapes and on screens. */

/** Millionths of a US dollar: 1 USD = 1,000,000. Royalties need fractions of a cent. */
export type UsdMicros = number;
/** Whole US cents: prices, charges and transfers. */
export type Cents = number;
/** A royalty share in parts per million: 1 ppm = 0.0001 %. */
export type SharePpm = number;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Millis = number;

/** True for the whole numbers that can be counted exactly. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
