import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { expect, test } from 'vitest';
import { costOf, isEnough, offerOf, partRows } from './offer.ts';

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

test('an edition is offered as the public row has it, until live values are there', () => {
  expect(offerOf(dat, 1, undefined)).toMatchObject({ priceCents: 4_000, isResale: false });
  expect(offerOf(dat, 1, { 1: resale })).toMatchObject({
    priceCents: 7_200,
    isResale: true,
    ownerUsername: 'bo',
  });
  expect(offerOf(dat, 2, { 2: resale })).toBeUndefined();
  expect(offerOf(dat, Number.NaN, undefined)).toBeUndefined();
});

test('who gets what of a first sale, and of a resale', () => {
  const rowsOf = (live: unknown) => {
    const offer = offerOf(dat, 1, live);
    if (!offer) throw new Error('There is no offer');
    return partRows(dat, offer).map(({ who, amount }) => `${who}: ${amount}`);
  };
  expect(rowsOf(undefined)).toEqual([
    'Creator, @ana: $32.00',
    'Platform: $4.00',
    'Reward pool, paid with the tokens: $4.00',
  ]);
  expect(rowsOf({ 1: resale })).toEqual([
    'Seller, @bo: $54.00',
    'Creator, @ana: $7.20',
    'Platform: $3.60',
    'Reward pool, paid with the tokens: $7.20',
  ]);
});

test('the cost is taken from the oldest tokens by their face value, or they are not enough', () => {
  const offer = offerOf(dat, 1, undefined);
  if (!offer) throw new Error('There is no offer');
  const lots = [
    { blockId: '50', priceCents: 50, qty: 20, faceMicros: 10_000_000 },
    { blockId: '30', priceCents: 30, qty: 1_000, faceMicros: 300_000_000 },
  ];
  const cost = costOf(offer, { lots, changeMicros: 0 });
  expect(isEnough(cost) && cost.tokens).toBe(120);
  const few = { lots: lots.slice(0, 1), changeMicros: 0 };
  expect(costOf(offer, few)).toMatchObject({ message: 'Not enough tokens' });
  expect(isEnough(costOf(offer, { ...few, changeMicros: 30_000_000 }))).toBe(true);
});
