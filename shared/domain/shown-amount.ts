import { formatMicros, formatMicrosUpTo3, shownMicros } from './format.ts';
import { MICROS_PER_CENT } from './money.ts';
import type { UsdMicros } from './units.ts';

export const ROUNDING = 'Rounding';

export const sumOf = (amounts: readonly UsdMicros[]): UsdMicros =>
  amounts.reduce((sum, micros) => sum + micros, 0);

/**
 * The difference between printed amounts and their printed total, in micros (N-FIG-05). Each amount is rounded by
 * itself and so the same everywhere; a list that prints a total prints this in a line of its own,
 * unless it is 0.
 *
 * @param total the exact total, where the amounts are not all of it
 */
export const roundingOf = (
  amounts: readonly UsdMicros[],
  total: UsdMicros = sumOf(amounts),
): UsdMicros => shownMicros(total) - sumOf(amounts.map(shownMicros));

/** Formats the amounts of a column with three decimals if one has a part of a cent, else with two (N-FIG-05). */
export function formatColumn(amounts: readonly UsdMicros[]): (micros: UsdMicros) => string {
  const hasThree = amounts.some((micros) => shownMicros(micros) % MICROS_PER_CENT !== 0);
  return hasThree ? formatThreeDecimals : formatMicros;
}

/** Micros with three decimals, also where the last is 0: for columns whose cells load one by one. */
export function formatThreeDecimals(micros: UsdMicros): string {
  const text = formatMicrosUpTo3(micros);
  return /\.\d{2}$/.test(text) ? `${text}0` : text;
}
