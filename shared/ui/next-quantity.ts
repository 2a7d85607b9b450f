export type QuantityLimits = {
  step: number;
  min?: number | undefined;
  max?: number | undefined;
};

/**
 * The quantity one step up (`1`) or down (`-1`) from what is typed. Text that is not a number
 * counts as nothing; the result is whole and stays inside the limits.
 */
export function nextQuantity(typed: string, direction: 1 | -1, limits: QuantityLimits): number {
  const { step, min = 1, max = Number.MAX_SAFE_INTEGER } = limits;
  const now = Number(typed);
  const start = Number.isFinite(now) ? Math.trunc(now) : 0;
  return Math.max(min, Math.min(max, start + direction * step));
}
