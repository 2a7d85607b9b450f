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
  // [lots, price in dollars, tokens spent, tokens left, change]
  [[lot(1_000, 300)], 40, 134, 866, 0],
  [[lot(10, 10)], 10, 10, 0, 0],
  [[lot(10, 10)], 1, 1, 9, 0],
  // The last token goes with face left: the rest stays as change.
  [[lot(3, 10)], 9, 3, 0, 1_000_000],
  // Oldest lot first, then the next.
  [[lot(10, 10, '30'), lot(10, 20, '50')], 12, 11, 9, 0],
])('spending from %j', (lots, dollars, tokens, left, changeMicros) => {
  const spent = spendFace({ lots, changeMicros: 0 }, dollars * 1_000_000);
  if ('refused' in spent) throw new Error(spent.message);
  expect(spent).toMatchObject({ tokens, changeMicros, changeSpentMicros: 0 });
  expect(spent.lots.reduce((sum, { qty }) => sum + qty, 0)).toBe(left);
});

test('more than the face of all tokens is refused', () => {
  const refused = { message: 'Not enough tokens' };
  expect(spendFace({ lots: [lot(10, 10)], changeMicros: 0 }, 10_000_001)).toMatchObject(refused);
  expect(spendFace({ lots: [lot(10, 10)], changeMicros: 500 }, 10_000_501)).toMatchObject(refused);
  expect(spendFace({ lots: [], changeMicros: 0 }, 1)).toMatchObject(refused);
});

test('change is spent before tokens, and to the last micro', () => {
  const from = { lots: [lot(10, 10)], changeMicros: 250_000 };
  expect(spendFace(from, 250_000)).toMatchObject({
    tokens: 0,
    changeSpentMicros: 250_000,
    changeMicros: 0,
    lots: from.lots,
  });
  expect(spendFace(from, 10_000_000)).toMatchObject({
    tokens: 10,
    changeSpentMicros: 250_000,
    changeMicros: 250_000,
    lots: [],
  });
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
