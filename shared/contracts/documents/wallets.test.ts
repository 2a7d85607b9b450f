import { expect, test } from 'vitest';
import { readNumber } from '../tolerant.ts';
import { readCreditSummary } from './credit-summary.ts';
import { readTokenBlock, readTokenBlocks, storeTokenBlock } from './token-block.ts';
import { ownedTokens, readRewardWallet, readUtilityWallet, walletCents } from './wallets.ts';

test.each([
  ['1,234.50', 1234.5],
  ['$ 12 credits', 12],
  ['-3', -3],
  ['', 0],
  ['abc', 0],
  [undefined, 0],
  [Number.NaN, 0],
  [7.25, 7.25],
])('[R-DB-02] the stored total %j reads as %d', (stored, expected) => {
  expect(readNumber(stored)).toBe(expected);
});

test('[R-DB-02] credit totals stored as decimal strings are read as numbers', () => {
  const stored = {
    currentCreditsStrings: { totalCredits: '1,200.5' },
    earnedCreditsStrings: { totalCredits: 'x 40 ' },
  };
  expect(readCreditSummary(stored)).toEqual({ purchasedCredits: 1200.5, earnedCredits: 40 });
  expect(readCreditSummary(null)).toEqual({ purchasedCredits: 0, earnedCredits: 0 });
});

test('[R-DB-03] the tokens owned, and their value, are sums over the wallet’s blocks', () => {
  const lots = readUtilityWallet({
    100: { price: 1, qty: 5 },
    9: { price: '0.09', qty: '3' },
    36: { price: 0.36, qty: 0 },
    name: { price: 1, qty: 99 },
  });
  expect(lots.map(({ blockId }) => blockId)).toEqual(['9', '100']);
  expect(ownedTokens(lots)).toBe(8);
  expect(walletCents(lots)).toBe(527);
});

test('[R-WAL-14] a reward wallet is read whether stored as one quantity or as a map of blocks', () => {
  expect(readRewardWallet({ qty: 412 })).toEqual({ qty: 412, lots: [] });
  const map = {
    100: { price: 1, qty: 1 },
    36: { price: 0.36, qty: 2 },
    9: { price: 0.09, qty: 3 },
  };
  expect(readRewardWallet(map).lots.map(({ blockId }) => blockId)).toEqual(['9', '36', '100']);
  expect(readRewardWallet(null)).toEqual({ qty: 0, lots: [] });
});

test('[R-DB-05] a token block is read without its next seller, and malformed blocks are left out', () => {
  const stored = {
    price: 0.29,
    platformRemaining: '100',
    sellQty: 7,
    sellFace: 1.4,
    walletId: 'u1',
  };
  const block = {
    id: '29',
    priceCents: 29,
    platformRemaining: 100,
    sellQty: 7,
    sellFaceMicros: 1_400_000,
  };
  expect(readTokenBlock('29', stored)).toEqual(block);
  expect(storeTokenBlock({ ...block, walletId: 'u1' })).toEqual({
    ...stored,
    platformRemaining: 100,
  });
  expect(readTokenBlock('29', null)).toBeUndefined();
  expect(readTokenBlock('x', stored)).toBeUndefined();
  expect(readTokenBlock('29', { price: 0 })).toBeUndefined();
  expect(readTokenBlocks([null, { price: 1, platformRemaining: 5 }])).toHaveLength(1);
});
