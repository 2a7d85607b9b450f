export type QuantityLimits = {
  step: number;
  min?: number | undefined;
  max?: number | undefined;
};

/**
 * Steps up (`1`) or down (`-1`) from the quantity that is typed, within the limits. NaN, for a text
 * that is no quantity, counts as nothing.
 */
export function nextQuantity(typed: number, direction: 1 | -1, limits: QuantityLimits): number {
  const { step, min = 1, max = Number.MAX_SAFE_INTEGER } = limits;
  const start = Number.isNaN(typed) ? 0 : typed;
  return Math.max(min, Math.min(max, start + direction * step));
}
