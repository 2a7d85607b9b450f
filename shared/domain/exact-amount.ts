import { formatMicros, MINUS } from './format.ts';
import { MICROS_PER_CENT } from './money.ts';
import type { UsdMicros } from './units.ts';

/** Up to six decimals where cents would hide some: in the books, and in what is given up. */
export function formatExactly(micros: UsdMicros): string {
  const size = Math.abs(micros);
  const hidden = size % MICROS_PER_CENT;
  const decimals = hidden.toString().padStart(4, '0').replace(/0+$/, '');
  return `${micros < 0 ? MINUS : ''}${formatMicros(size - hidden)}${decimals}`;
}

/** A change: what was added has a plus in front. */
export const formatMove = (micros: UsdMicros): string =>
  micros > 0 ? `+${formatExactly(micros)}` : formatExactly(micros);
