import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitByWeight, usdOfMicros } from './money.ts';

test('a million micros are a dollar', () => {
  expect(usdOfMicros(-1_250_000)).toBe(-1.25);
});

test('an odd unit goes to the first of equal remainders', () => {
  expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitByWeight(10, [95, 5])).toEqual([10, 0]);
  expect(splitByWeight(0, [95, 5])).toEqual([0, 0]);
});

test('several odd units go to the largest remainders, and among equal ones to the earlier part', () => {
  expect(splitByWeight(7, [5, 7, 16])).toEqual([1, 2, 4]);
  expect(splitByWeight(6, [1, 4, 5])).toEqual([1, 2, 3]);
  expect(splitByWeight(10, [1, 1, 1, 1])).toEqual([3, 3, 2, 2]);
  expect(splitByWeight(7, [1, 1, 1, 2])).toEqual([2, 1, 1, 3]);
});

test('the parts are whole, not negative, and always sum to the whole', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 13 });
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(amount, weights, (whole, parts) => {
      fc.pre(parts.some((weight) => weight > 0));
      const split = splitByWeight(whole, parts);
      expect(split.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true);
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(whole);
    }),
  );
});

test('weights that are all zero throw', () => {
  expect(() => splitByWeight(5, [0, 0])).toThrow(
    new RangeError('splitByWeight needs at least one weight above zero'),
  );
  expect(() => splitByWeight(0, [])).toThrow(RangeError);
});
