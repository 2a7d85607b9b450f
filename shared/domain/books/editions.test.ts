import { expect, test } from 'vitest';
import { checkAskPrice, isSoldOutGuard, mintDat, suggestedAskCents } from './editions.ts';
import { spendFace } from './lots.ts';

const lot = (qty: number, dollars: number, blockId = '30') => ({
  blockId,
  priceCents: 30,
  qty,
  faceMicros: dollars * 1_000_000,
});

test.each([
  // [lots, price in dollars, tokens spent, tokens left, leftover micros]
  [[lot(1_000, 300)], 40, 134, 866, 0],
  [[lot(10, 10)], 10, 10, 0, 0],
  [[lot(10, 10)], 1, 1, 9, 0],
  // The last token goes with face left: the rest is the platform's.
  [[lot(3, 10)], 9, 3, 0, 1_000_000],
  // Oldest lot first, then the next.
  [[lot(10, 10, '30'), lot(10, 20, '50')], 12, 11, 9, 0],
])('spending from %j', (lots, dollars, tokens, left, leftoverMicros) => {
  const spent = spendFace(lots, dollars * 1_000_000);
  if ('refused' in spent) throw new Error(spent.message);
  expect(spent).toMatchObject({ tokens, leftoverMicros });
  expect(spent.lots.reduce((sum, { qty }) => sum + qty, 0)).toBe(left);
});

test('more than the face of all tokens is refused', () => {
  expect(spendFace([lot(10, 10)], 10_000_001)).toMatchObject({ message: 'Not enough tokens' });
  expect(spendFace([], 1)).toMatchObject({ message: 'Not enough tokens' });
});

test.each([
  [4_000, 7_200],
  [1_000, 1_800],
  [333, 599],
])('[R-OWN-05] an edition of %i cents suggests %i', (price, suggested) => {
  expect(suggestedAskCents(price)).toBe(suggested);
});

test.each([
  [3_999, 'Price must be at least $40.00'],
  [4_000, undefined],
  [4_000.5, 'Price must be at least $40.00'],
  [Number.NaN, 'Price must be at least $40.00'],
  ['5000', 'Price must be at least $40.00'],
  [100_000_001, 'At most $1,000,000.00'],
])('[R-OWN-06] asking %s cents for an edition of $40', (ask, expected) => {
  expect(checkAskPrice(4_000, ask)?.message).toBe(expected);
});

test('[R-DAT-06] a DAT has 1 to 20 editions, numbered without repeats, all the creator’s', () => {
  const mint = (editions: number) =>
    mintDat({ datId: 'd', creatorUid: 'ana', editions, priceCents: 1_000, sharePpm: 25_000 }, 0);
  const dat = mint(20);
  expect(dat.editions.map(({ number }) => number)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  expect(dat.editions.every(({ ownerUid }) => ownerUid === 'ana')).toBe(true);
  expect(isSoldOutGuard(dat)).toBe(false);
  for (const wrong of [0, 21, 1.5, -1, Number.NaN]) expect(() => mint(wrong)).toThrow(RangeError);
});
