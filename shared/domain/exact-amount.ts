import { formatMicros, MINUS } from './format.ts';
import { MICROS_PER_CENT } from './money.ts';
import type { UsdMicros } from './units.ts';

/** Formats micros exactly, with up to six decimals where cents would hide some. */
export function formatExactly(micros: UsdMicros): string {
  const size = Math.abs(micros);
  const hidden = size % MICROS_PER_CENT;
  const decimals = hidden.toString().padStart(4, '0').replace(/0+$/, '');
  return `${micros < 0 ? MINUS : ''}${formatMicros(size - hidden)}${decimals}`;
}

/** Returns a formatter for a column: every amount gets as many decimals as the longest needs (N-FIG-05). */
export function formatExactColumn(amounts: readonly UsdMicros[]): (micros: UsdMicros) => string {
  const decimalsOf = (micros: UsdMicros) => formatExactly(micros).split('.')[1]?.length ?? 0;
  const most = amounts.reduce((longest, micros) => Math.max(longest, decimalsOf(micros)), 2);
  return (micros) => formatExactly(micros) + '0'.repeat(Math.max(0, most - decimalsOf(micros)));
}

export const formatMove = (micros: UsdMicros, format = formatExactly): string =>
  micros > 0 ? `+${format(micros)}` : format(micros);
