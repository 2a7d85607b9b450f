import { expect, test } from 'vitest';
import { centsOfUsd, centsToMicros } from './money.ts';
import { isWhole } from './units.ts';

test.each([
  [0, true],
  [-7, true],
  [2 ** 53 - 1, true],
  [2 ** 53, false],
  [0.5, false],
  [Number.NaN, false],
  ['7', false],
  [7n, false],
])('the value %s is an exact whole number: %s', (value, is) => {
  expect(isWhole(value)).toBe(is);
});

test.each([
  [0.29, 29],
  [1, 100],
  [-2.5, -250],
  [1_234_567.89, 123_456_789],
  [0, 0],
  [0.359_999_999_99, Number.NaN],
  [0.28999999999999998, 29],
  [1.005, Number.NaN],
  [0.000_01, Number.NaN],
  [Number.POSITIVE_INFINITY, Number.NaN],
  [Number.NaN, Number.NaN],
  ['1', Number.NaN],
  [null, Number.NaN],
])('a price of %s dollars is %d cents', (dollars, cents) => {
  expect(centsOfUsd(dollars)).toBe(cents);
});

test('a cent is ten thousand micros', () => {
  expect(centsToMicros(36)).toBe(360_000);
});
