import { expect, test } from 'vitest';
import { formatMicrosUpTo3, formatUsdUpTo3 } from './format.ts';
import { computeRounding, formatColumn } from './shown-amount.ts';

test.each([
  [[], 0],
  [[0], 0],
  [[1_499, 1_499, 1_002], 1_000],
  [[1_500, -300], -1_000],
  [[333_333, 333_333, 333_334], 1_000],
  [[4_499], 0],
  [[600, 600], -1_000],
])('[N-FIG-05] the amounts %j have a rounding line of %i micros', (amounts, rounding) => {
  expect(computeRounding(amounts)).toBe(rounding);
});

test('[N-FIG-05] an amount is printed the same whatever is printed beside it', () => {
  // Splitting by largest remainder would print the first as $0.002 here and as $0.001 alone.
  const amounts = [1_499, 1_499, 1_002];
  expect(amounts.map(formatColumn(amounts))).toEqual(['$0.001', '$0.001', '$0.001']);
  expect(formatMicrosUpTo3(1_499)).toBe('$0.001');
});

test('[N-FIG-05] micros and the dollars they are stored as are rounded alike', () => {
  // 1.0005 × 1000 is 1000.4999999999999 in floating point.
  for (const micros of [1_000_500, 2_500, -1_500, 170_473_500]) {
    expect(formatUsdUpTo3(micros / 1_000_000)).toBe(formatMicrosUpTo3(micros));
  }
  expect(formatMicrosUpTo3(1_000_500)).toBe('$1.001');
  expect(formatMicrosUpTo3(-400), 'no minus before a zero').toBe('$0.00');
});

test('[N-FIG-05] the amounts of a column have the same decimals', () => {
  const column = [290_000, 414_000, 7_800_000, 39_031_499, -20_000];
  expect(column.map(formatColumn(column))).toEqual([
    '$0.290',
    '$0.414',
    '$7.800',
    '$39.031',
    '−$0.020',
  ]);
  const cents = [290_000, 7_800_100];
  expect(cents.map(formatColumn(cents))).toEqual(['$0.29', '$7.80']);
});
