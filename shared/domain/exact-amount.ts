import { formatMicros } from './format.ts';
import { MICROS_PER_CENT, MICROS_PER_USD } from './money.ts';
import type { UsdMicros } from './units.ts';

/** An amount with six decimals where cents would hide some: of the books, and of what is given up. */
export function formatExactly(micros: UsdMicros): string {
  if (micros % MICROS_PER_CENT === 0) return formatMicros(micros);
  const rest = Math.abs(micros % MICROS_PER_USD)
    .toString()
    .padStart(6, '0')
    .replace(/0+$/, '');
  const whole = formatMicros(Math.trunc(micros / MICROS_PER_USD) * MICROS_PER_USD).replace(
    '.00',
    '',
  );
  const sign = micros < 0 && micros > -MICROS_PER_USD ? '−' : '';
  return `${sign}${whole}.${rest}`;
}

/** A change: what was added has a plus in front. */
export const formatMove = (micros: UsdMicros): string =>
  micros > 0 ? `+${formatExactly(micros)}` : formatExactly(micros);
