import { expect, test } from 'vitest';
import { nextQuantity } from './next-quantity.ts';

const limits = { step: 10, min: 28, max: 100 };

test.each([
  [28, 1, 38],
  [95, 1, 100],
  [30, -1, 28],
  [Number.NaN, 1, 28],
  [40, 1, 50],
] as const)('from %d a step of %i gives %i', (typed, direction, expected) => {
  expect(nextQuantity(typed, direction, limits)).toBe(expected);
});

test('without a minimum the stepper stops at one', () => {
  expect(nextQuantity(5, -1, { step: 10 })).toBe(1);
});

test('the minimum wins when the stock is smaller', () => {
  expect(nextQuantity(3, 1, { step: 10, min: 28, max: 5 })).toBe(28);
});
