import { expect, test } from 'vitest';
import { checkAskPrice, isSoldOutGuard, mintDat, suggestedAskCents } from './editions.ts';

test.each([
  [4_000, 7_200],
  [1_000, 1_800],
  [333, 599],
])('[R-OWN-05] an edition of %i cents is suggested for resale at %i', (price, suggested) => {
  expect(suggestedAskCents(price)).toBe(suggested);
});

test.each([
  [3_999, 'Price must be at least $40.00'],
  [4_000, undefined],
  [3_999.9, 'Price must be at least $40.00'],
  [4_000.1, 'Write whole cents, such as 45.50.'],
  [100_000_000.5, 'At most $1,000,000.00'],
  [Number.NaN, 'Price must be at least $40.00'],
  ['5000', 'Price must be at least $40.00'],
  [100_000_000, undefined],
  [100_000_001, 'At most $1,000,000.00'],
])(
  '[R-OWN-06] asking %s cents for an edition of 40 dollars gives the refusal: %s',
  (ask, message) => {
    const refusal = message && { refused: true, code: 'invalid-argument', message };
    expect(checkAskPrice(4_000, ask)).toEqual(refusal);
  },
);

test('[R-DAT-06] a DAT has 1 to 20 editions, numbered without repeats, all the creator’s', () => {
  const mint = (editions: number) =>
    mintDat({ datId: 'd', creatorUid: 'ana', editions, priceCents: 1_000, sharePpm: 25_000 }, 0);
  const dat = mint(20);
  expect(dat.editions.map(({ number }) => number)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  expect(dat.editions.every(({ ownerUid }) => ownerUid === 'ana')).toBe(true);
  expect(mint(1).editions).toEqual([
    {
      number: 1,
      ownerUid: 'ana',
      priceCents: 1_000,
      askPriceCents: 1_000,
      sharePpm: 25_000,
      version: 1,
      wasSold: false,
      owners: [{ uid: 'ana', since: 0 }],
    },
  ]);
  expect(isSoldOutGuard(dat)).toBe(false);
  for (const wrong of [0, 21, 1.5, -1, Number.NaN]) {
    expect(() => mint(wrong)).toThrow('A DAT has 1 to 20 editions');
  }
});

test('a DAT is sold out once every edition has left the creator', () => {
  const sold = (...wasSold: boolean[]) => {
    const mint = { datId: 'd', creatorUid: 'ana', priceCents: 1_000, sharePpm: 25_000 };
    const dat = mintDat({ ...mint, editions: 2 }, 0);
    const [edition] = dat.editions;
    if (!edition) throw new Error('no edition');
    return isSoldOutGuard({
      ...dat,
      editions: wasSold.map((one, index) => ({ ...edition, number: index + 1, wasSold: one })),
    });
  };
  expect([sold(true, true), sold(true, false), sold(false, true)]).toEqual([true, false, false]);
  expect(sold()).toBe(false);
});
