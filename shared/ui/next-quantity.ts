export type QuantityLimits = {
  step: number;
  min?: number | undefined;
  max?: number | undefined;
};

/** Steps up (`1`) or down (`-1`) from the typed quantity, within the limits. NaN counts as 0. */
export function nextQuantity(typed: number, direction: 1 | -1, limits: QuantityLimits): number {
  const { step, min = 1, max = Number.MAX_SAFE_INTEGER } = limits;
  const start = Number.isNaN(typed) ? 0 : typed;
  return Math.max(min, Math.min(max, start + direction * step));
}
