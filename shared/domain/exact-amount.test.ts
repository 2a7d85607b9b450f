import { expect, test } from 'vitest';
import { formatExactColumn, formatExactly, formatMove } from './exact-amount.ts';

test.each([
  [0, '$0.00'],
  [12_340_000, '$12.34'],
  [1_234_567_890_000, '$1,234,567.89'],
  [250_200_001, '$250.200001'],
  [1_234_567_899_999, '$1,234,567.899999'],
  [1_005_000, '$1.005'],
  [1_500, '$0.0015'],
  [-3_600_000, '−$3.60'],
  [-1_500_001, '−$1.500001'],
  [-1_000_000, '−$1.00'],
  [-1, '−$0.000001'],
])('%i micros are shown as %s: no fraction of a cent is hidden', (micros, text) => {
  expect(formatExactly(micros)).toBe(text);
});

test.each([
  [1, '+$0.000001'],
  [0, '$0.00'],
  [-1, '−$0.000001'],
])('a change of %i micros is shown as %s', (micros, text) => {
  expect(formatMove(micros)).toBe(text);
});

test('[N-FIG-05] the exact amounts of a column have the same decimals', () => {
  const column = [24_744_150_000, 15_437_760_700, -1, 0];
  expect(column.map(formatExactColumn(column))).toEqual([
    '$24,744.150000',
    '$15,437.760700',
    '−$0.000001',
    '$0.000000',
  ]);
  expect([10_000, 0].map(formatExactColumn([10_000, 0]))).toEqual(['$0.01', '$0.00']);
});
