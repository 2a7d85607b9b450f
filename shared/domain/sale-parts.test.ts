import { expect, test } from 'vitest';
import { saleParts, tokenSaleParts } from './sale-parts.ts';

test('a primary sale gives the creator 80, the platform 10, the reward pool 10 percent', () => {
  expect(saleParts(4_000, false)).toEqual({
    seller: 32_000_000,
    creator: 0,
    platform: 4_000_000,
    pool: 4_000_000,
  });
});

test('a resale gives the seller 75, the creator 10, the platform 5, the reward pool 10 percent', () => {
  expect(saleParts(7_200, true)).toEqual({
    seller: 54_000_000,
    creator: 7_200_000,
    platform: 3_600_000,
    pool: 7_200_000,
  });
});

test('[N-FIG-01] $33.33 is split into whole cents by largest remainder', () => {
  expect(saleParts(3_333, true)).toEqual({
    seller: 25_000_000,
    creator: 3_330_000,
    platform: 1_670_000,
    pool: 3_330_000,
  });
  expect(tokenSaleParts(1_110)).toEqual({ seller: 10_540_000, platform: 560_000 });
});

test('[N-FIG-01] the price of listed tokens is split into two parts of whole cents that sum to it', () => {
  const wrong = Array.from({ length: 20_001 }, (_, cents) => cents).filter((cents) => {
    const { seller, platform } = tokenSaleParts(cents);
    return seller + platform !== cents * 10_000 || [seller, platform].some((part) => part % 10_000);
  });
  expect(wrong).toEqual([]);
});

test('[M-30] [N-FIG-01] the parts of every price up to $200, and of the dearest, are whole cents and sum to it', () => {
  const prices = [...Array.from({ length: 20_001 }, (_, cents) => cents), 100_000_000];
  const wrong = prices.flatMap((cents) =>
    [false, true].filter((isResale) => {
      const { seller, creator, platform, pool } = saleParts(cents, isResale);
      const parts = [seller, creator, platform, pool];
      const sum = parts.reduce((all, part) => all + part, 0);
      return sum !== cents * 10_000 || parts.some((part) => part % 10_000 !== 0 || part < 0);
    }),
  );
  expect(wrong).toEqual([]);
});
