import type { UsdMicros } from './units.ts';

/** Money is shown with up to three decimals (R-ANA-07): in thousandths of a dollar. */
const SHOWN = 1_000;

/**
 * Amounts shown side by side, so that what people read adds up to the total they read: each is
 * rounded to a thousandth of a dollar, by largest remainder.
 *
 * @returns micros, each a whole number of thousandths of a dollar
 */
export function addUp(amounts: readonly UsdMicros[]): UsdMicros[] {
  const total = amounts.reduce((sum, micros) => sum + micros, 0);
  const rounded = amounts.map((micros) => Math.floor(micros / SHOWN));
  const missing = Math.round(total / SHOWN) - rounded.reduce((sum, each) => sum + each, 0);
  const remainder = (index: number) => (amounts[index] ?? 0) - (rounded[index] ?? 0) * SHOWN;
  const up = new Set(
    [...amounts.keys()].sort((a, b) => remainder(b) - remainder(a)).slice(0, missing),
  );
  return rounded.map((each, index) => (each + (up.has(index) ? 1 : 0)) * SHOWN);
}
