/**
 * Splits a whole amount by integer weights with the largest-remainder method: the parts are whole
 * and always sum to the amount. Ties go to the earlier part, so the result is deterministic.
 *
 * @param amount whole, not negative
 * @param weights whole, not negative, not all zero
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum <= 0) throw new RangeError('splitByWeight needs at least one weight above zero');
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((value) => Number(value / BigInt(sum)));
  const remainders = exact.map((value, index) => ({ index, rest: Number(value % BigInt(sum)) }));
  // Sorting keeps the order of equal ones.
  remainders.sort((a, b) => b.rest - a.rest);
  let missing = amount - parts.reduce((total, part) => total + part, 0);
  for (const { index } of remainders) {
    if (missing === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    missing -= 1;
  }
  return parts;
}
