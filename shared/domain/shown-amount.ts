import { formatMicros, formatMicrosUpTo3, shownMicros } from './format.ts';
import { MICROS_PER_CENT } from './money.ts';
import type { UsdMicros } from './units.ts';

export const ROUNDING = 'Rounding';

export const sumAmounts = (amounts: readonly UsdMicros[]): UsdMicros =>
  amounts.reduce((sum, micros) => sum + micros, 0);

/**
 * Returns the difference between rounded amounts and their rounded total, in micros (N-FIG-05). Amounts are
 * rounded one by one, so each reads the same everywhere. A list with a total shows this as a line of its own,
 * unless it is 0.
 *
 * @param total the exact total, if the amounts are not all of it
 */
export const computeRounding = (
  amounts: readonly UsdMicros[],
  total: UsdMicros = sumAmounts(amounts),
): UsdMicros => shownMicros(total) - sumAmounts(amounts.map(shownMicros));

/** Returns a formatter for a column: three decimals if an amount has a fraction of a cent, else two (N-FIG-05). */
export function formatColumn(amounts: readonly UsdMicros[]): (micros: UsdMicros) => string {
  const hasThree = amounts.some((micros) => shownMicros(micros) % MICROS_PER_CENT !== 0);
  return hasThree ? formatThreeDecimals : formatMicros;
}

/** Formats micros with three decimals, for columns whose cells load one by one. */
export function formatThreeDecimals(micros: UsdMicros): string {
  const text = formatMicrosUpTo3(micros);
  return /\.\d{2}$/.test(text) ? `${text}0` : text;
}
