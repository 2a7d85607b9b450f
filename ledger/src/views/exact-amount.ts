import { formatMicros } from '@datchain/shared/domain/format.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';

/** Amounts of the books have six decimals where cents would hide some. */
export function formatExactly(micros: UsdMicros): string {
  if (micros % 10_000 === 0) return formatMicros(micros);
  const rest = Math.abs(micros % 1_000_000)
    .toString()
    .padStart(6, '0')
    .replace(/0+$/, '');
  const whole = formatMicros(Math.trunc(micros / 1_000_000) * 1_000_000).replace('.00', '');
  const sign = micros < 0 && micros > -1_000_000 ? '−' : '';
  return `${sign}${whole}.${rest}`;
}

/** A change: what was added has a plus in front. */
export const formatMove = (micros: UsdMicros): string =>
  micros > 0 ? `+${formatExactly(micros)}` : formatExactly(micros);
