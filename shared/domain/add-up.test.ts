import { expect, test } from 'vitest';
import { addUp } from './add-up.ts';

test.each([
  [[], []],
  [[0], [0]],
  [
    [1_499, 1_499, 1_002],
    [2_000, 1_000, 1_000],
  ],
  [
    [1_500, -300],
    [1_000, 0],
  ],
  [
    [333_333, 333_333, 333_334],
    [333_000, 333_000, 334_000],
  ],
  [[4_499], [4_000]],
])(
  '[N-EXP-01] %j are shown as %j, which add up to what their sum is shown as',
  (amounts, shown) => {
    expect(addUp(amounts)).toEqual(shown);
    const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
    expect(sum(addUp(amounts))).toBe(Math.round(sum(amounts) / 1_000) * 1_000);
  },
);
