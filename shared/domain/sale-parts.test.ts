import { expect, test } from 'vitest';
import { saleParts } from './sale-parts.ts';

test('of a first sale the creator gets 80, the platform 10, the reward pool 10 percent', () => {
  expect(saleParts(4_000, false)).toEqual({
    seller: 32_000_000,
    creator: 0,
    platform: 4_000_000,
    pool: 4_000_000,
  });
});

test('of a resale the seller gets 75, the creator 10, the platform 5, the reward pool 10 percent', () => {
  expect(saleParts(7_200, true)).toEqual({
    seller: 54_000_000,
    creator: 7_200_000,
    platform: 3_600_000,
    pool: 7_200_000,
  });
});

test('[M-30] the parts of every price up to $200, and of the dearest, sum to it', () => {
  const prices = [...Array.from({ length: 20_001 }, (_, cents) => cents), 100_000_000];
  const wrong = prices.flatMap((cents) =>
    [false, true].filter((isResale) => {
      const { seller, creator, platform, pool } = saleParts(cents, isResale);
      const parts = [seller, creator, platform, pool];
      const sum = parts.reduce((all, part) => all + part, 0);
      return sum !== cents * 10_000 || parts.some((part) => !Number.isInteger(part) || part < 0);
    }),
  );
  expect(wrong).toEqual([]);
});
