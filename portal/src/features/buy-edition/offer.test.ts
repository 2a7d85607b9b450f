import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { expect, test } from 'vitest';
import { findOffer, otherOffer, partRows, resaleText } from './offer.ts';

const edition = { edition: 1, price: 40, isForSale: true, royalties: 2.5, currentOwnerId: 'ana' };
const dat = readAsset(
  { id: 'blue', SongName: 'Blue', creatorId: 'ana', creatorUsername: 'ana', editions: [edition] },
  'row',
) as Dat;
const resale = {
  priceCents: 7_200,
  isForSale: true,
  wasSold: true,
  isWithCreator: false,
  username: 'bo',
};

test('an edition is offered by its public row until live values arrive', () => {
  expect(findOffer(dat, 1, undefined)).toMatchObject({ priceCents: 4_000, isResale: false });
  expect(findOffer(dat, 1, { 1: resale })).toMatchObject({
    priceCents: 7_200,
    isResale: true,
    ownerUsername: 'bo',
  });
  expect(findOffer(dat, 2, { 2: resale })).toBeUndefined();
  expect(findOffer(dat, Number.NaN, undefined)).toBeUndefined();
});

test('the price of a first sale and of a resale is split among all who get a part', () => {
  const rowsOf = (live: unknown) => {
    const offer = findOffer(dat, 1, live);
    if (!offer) throw new Error('There is no offer');
    return partRows(dat, offer).map(({ who, amount }) => `${who}: ${amount}`);
  };
  expect(rowsOf(undefined)).toEqual([
    'Creator, @ana: $32.00',
    'Platform: $4.00',
    'Reward pool: $4.00',
  ]);
  expect(rowsOf({ 1: resale })).toEqual([
    'Seller, @bo: $54.00',
    'Creator, @ana: $7.20',
    'Platform: $3.60',
    'Reward pool: $7.20',
  ]);
});

test('[N-BUY-08] the resale text depends on how many editions are sold', () => {
  const editions = (sold: number) =>
    Array.from({ length: 20 }, (_, index) => ({
      ...dat.editions[0],
      number: index + 1,
      isWithCreator: index >= sold,
    })) as Dat['editions'];
  const text = (sold: number, isResale: boolean) =>
    resaleText({ ...dat, editions: editions(sold) }, { isResale });
  expect(text(4, false)).toBe('You can resell it once all 20 are sold; 4 are so far.');
  expect(text(1, false)).toBe('You can resell it once all 20 are sold; 1 is so far.');
  expect(text(19, false)).toBe('It is the last of 20, so you can resell it straight away.');
  expect(text(20, true)).toBe('All 20 are sold, so you can resell it straight away.');
});

test('the other offer is the cheapest edition for sale, and the lowest number among equals', () => {
  const at = (number: number, priceCents: number, isForSale = true) => ({
    ...dat.editions[0],
    number,
    priceCents,
    isForSale,
  });
  const editions = [at(1, 100), at(2, 300), at(3, 200), at(4, 200), at(5, 100, false)];
  const work = { ...dat, editions: editions as Dat['editions'] };
  expect(otherOffer(work, 1)?.number).toBe(3);
  expect(otherOffer(work, 2)?.number).toBe(1);
  expect(otherOffer({ ...work, editions: work.editions.slice(0, 1) }, 1)).toBeUndefined();
});
