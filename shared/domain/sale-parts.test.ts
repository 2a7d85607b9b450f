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

test.each([0, 1, 33, 9_999, 100_000_000])('the parts of %i cents sum to the price', (cents) => {
  for (const isResale of [false, true]) {
    const { seller, creator, platform, pool } = saleParts(cents, isResale);
    expect(seller + creator + platform + pool).toBe(cents * 10_000);
    expect(pool).toBeGreaterThanOrEqual(0);
  }
});
