import { rewardThresholds } from '@datchain/testing/pure/rule-tables.ts';
import { expect, test } from 'vitest';
import { readMetrics, readRewardMetrics } from '../contracts/documents/metrics.ts';
import { formatUsdUpTo3 } from './format.ts';
import {
  claimableRewardTokens,
  marketplaceTokenValueUsd,
  rewardThresholdCents,
  rewardTokensRemaining,
  userSpotValueUsd,
  walletTokenValueUsd,
} from './rewards.ts';

test.each([
  [0, 66_669],
  [5_267, 61_402],
  [66_669, 0],
  [66_670, 0],
  [1e9, 0],
])('[R-HOM-06] %i issued reward tokens leave %i', (issuedToUsers, left) => {
  expect(rewardTokensRemaining({ issuedToUsers })).toBe(left);
});

test.each([
  [undefined, 100_000],
  [0, 100_000],
  ['', 100_000],
  [50_000, 50_000],
  ['50000', 50_000],
])('[R-HOM-06] a circulating figure stored as %j counts as %i', (circulating, expected) => {
  expect(readRewardMetrics({ circulating }).circulating).toBe(expected);
});

test.each([
  [4_170_000, 100_000, '$0.417'],
  [4_175_550, 100_000, '$0.418'],
  [0, 100_000, '$0.00'],
  [10_000_000, 100_000, '$1.00'],
  [15_000_000, 100_000, '$1.50'],
  [100, 3, '$0.333'],
  [100, 0, '$0.00'],
])(
  '[R-HOM-06] a pool of %i cents over %i tokens shows a token value of %s',
  (poolCents, circulating, expected) => {
    expect(formatUsdUpTo3(marketplaceTokenValueUsd({ poolCents, circulating }))).toBe(expected);
  },
);

test.each(rewardThresholds)(
  '[R-WAL-18] after %i cents sold one reward token takes %i cents of spend',
  (sold, threshold) => {
    expect(rewardThresholdCents(sold)).toBe(threshold);
  },
);

test.each([
  [24_999, 0, 0],
  [25_000, 0, 1],
  [75_000, 1, 2],
  [75_000, 3, 0],
  [25_000, 5, 0],
])(
  '[R-WAL-09] after %i cents spent and %i tokens awarded, %i can be claimed',
  (spend, awarded, claimable) => {
    expect(claimableRewardTokens(spend, 25_000, awarded)).toBe(claimable);
  },
);

test.each([
  [4_170_000, 100_000, 1_000, 41.7],
  // An empty pool counts as 30% of circulating, rounded down.
  [0, 100_001, 300, 1],
  [4_170_000, 100_000, 0, 0],
  [4_170_000, 100_000, -5, 0],
])('[R-WAL-17] a pool of %i over %i gives a user with %i credits $%d', (pool, out, mine, usd) => {
  const metrics = { poolCents: pool, circulating: out };
  expect(userSpotValueUsd(metrics, mine)).toBeCloseTo(usd, 9);
});

test('metrics that are missing or malformed read as their defaults', () => {
  for (const value of [null, undefined, 'x', 7, [], { datToken: 'no' }]) {
    expect(readMetrics(value)).toEqual({
      poolCents: 0,
      circulating: 100_000,
      issuedToUsers: 0,
      utilitySoldCents: 0,
    });
  }
});

test('[R-WAL-08] the wallet takes the spot price when there is a positive one', () => {
  const metrics = { poolCents: 4_170_000, circulating: 100_000, issuedToUsers: 0 };
  expect(walletTokenValueUsd(metrics)).toBeCloseTo(0.417);
  expect(walletTokenValueUsd({ ...metrics, spotPriceUsd: 0.5 })).toBe(0.5);
  expect(walletTokenValueUsd({ ...metrics, spotPriceUsd: 0 })).toBeCloseTo(0.417);
});
