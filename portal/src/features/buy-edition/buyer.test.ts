import { expect, test } from 'vitest';
import { readBuyer } from './buyer.ts';

const row = { id: 'blue', edition: 1, earnings: 0, sold: false, isForSale: false, royalties: 2.5 };
const ownsIt = (ownedDats: unknown) => readBuyer('blue', 1)({ ownedDats }).ownsIt;

test("[R-VIEW-12] an edition is its buyer's already when their own wallet has it, for sale or not", () => {
  expect(ownsIt([row])).toBe(true);
  expect(ownsIt([{ ...row, isForSale: true }])).toBe(true);
  expect(ownsIt([{ ...row, edition: '1' }])).toBe(true);
});

test.each([
  ['it was sold on', [{ ...row, sold: true }]],
  ['it is another edition', [{ ...row, edition: 2 }]],
  ['it is of another work', [{ ...row, id: 'red' }]],
  ['there is nothing', undefined],
])('not when %s', (_why, ownedDats) => {
  expect(ownsIt(ownedDats)).toBe(false);
});

test('somebody without a wallet has no tokens and owns nothing', () => {
  expect(readBuyer('blue', 1)(undefined)).toEqual({
    spendable: { lots: [], changeMicros: 0 },
    ownsIt: false,
    debtMicros: 0,
  });
});
