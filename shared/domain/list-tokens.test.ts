import { expect, test } from 'vitest';
import { checkListing, maximumAskCents } from './list-tokens.ts';
import { refuse } from './refusal.ts';

const block = (priceCents: number, isStocked = true) => ({ priceCents, isStocked });

test.each([
  [[block(36), block(40)], 45],
  [[block(36)], 41],
  [[block(36), block(80, false)], 54],
  [[block(36), block(40), block(80, false)], 60],
  [[block(60), block(70)], 75],
  [[block(98)], 100],
  [[block(100)], 100],
  [[block(37), block(60, false)], 55],
  [[block(60, false)], 65],
  [[], 100],
])('[R-LST-04] with the blocks %j the form offers prices up to %i cents', (blocks, cents) => {
  expect(maximumAskCents(blocks)).toBe(cents);
});

test.each([
  [0, 0.5, 'Qty > 0'],
  [-10, 0.5, 'Qty > 0'],
  [1.5, 0.5, 'Qty > 0'],
  [Number.NaN, 0.5, 'Qty > 0'],
  ['10', 0.5, 'Qty > 0'],
  [101, 0.5, 'Not enough tokens'],
  [100, 0.5, undefined],
  [10, 0.009, 'Valid price'],
  [10, Number.NaN, 'Valid price'],
  [10, '0.5', 'Valid price'],
  [10, 0.01, 'Choose $0.36 – $1.00'],
  [10, 0.35, 'Choose $0.36 – $1.00'],
  [10, 0.36, undefined],
  [10, 1, undefined],
  [10, 1.01, 'Choose $0.36 – $1.00'],
  [10, 0.505, 'Choose $0.36 – $1.00'],
  [10, 0.999, 'Choose $0.36 – $1.00'],
])(
  '[R-LST-02] [R-LST-03] listing %s of 100 tokens at $%s gives the refusal: %s',
  (qty, price, expected) => {
    const refusal = expected === undefined ? undefined : refuse('invalid-argument', expected);
    expect(checkListing(qty, price, 100)).toEqual(refusal);
  },
);
