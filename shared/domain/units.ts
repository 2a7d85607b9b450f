/**
 * Millionths of a US dollar: 1 USD = 1,000,000. Royalties need fractions of a cent. Money is a whole number,
 * except in some stored shapes and on screens.
 */
export type UsdMicros = number;
/** Whole US cents: prices, charges and transfers. */
export type Cents = number;
/** A royalty share in parts per million: 1 ppm = 0.0001 %. */
export type SharePpm = number;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Millis = number;

export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
