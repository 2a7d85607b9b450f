import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { expect, test } from 'vitest';
import { ownedView } from './owned-view.ts';

const stored = (edition: number) => ({
  edition,
  price: 40,
  isForSale: false,
  royalties: 2.5,
  currentOwnerId: 'bo',
});
const dat = readAsset(
  {
    id: 'blue',
    SongName: 'Blue',
    creatorId: 'ana',
    SoldOut: true,
    editions: [1, 2, 3].map(stored),
  },
  'row',
) as Dat;
const owns = (edition: number, over: Partial<OwnedDat> = {}): OwnedDat => ({
  datId: 'blue',
  edition,
  earnedMicros: 250_000,
  sold: false,
  isForSale: false,
  sharePpm: 25_000,
  ...over,
});
const base = {
  datId: 'blue',
  uid: 'bo',
  dat,
  live: undefined,
  created: [],
  justOffered: new Map(),
};

test('[R-OWN-02] [R-OWN-03] the page lists the editions of this work in order; editions sold on count only in the earnings', () => {
  const other = { ...owns(4), datId: 'other' };
  const view = ownedView({ ...base, owned: [owns(3, { sold: true }), other, owns(1)] });
  expect(view.rows.map(({ number, state }) => [number, state])).toEqual([
    [1, 'listable'],
    [3, 'sold'],
  ]);
  expect(view).toMatchObject({ held: 1, earnedMicros: 500_000, soldOut: true, isCreator: false });
});

test('[R-OWN-04] no edition can be sold before the work is sold out, which the live values show first', () => {
  const early = { ...base, dat: { ...dat, soldOut: false }, owned: [owns(1)] };
  expect(ownedView(early).rows[0]?.canSell).toBe(false);
  const sold = { isWithCreator: false, wasSold: true, priceCents: 4_000, isForSale: false };
  expect(ownedView({ ...early, live: [null, sold, sold, sold] }).rows[0]?.canSell).toBe(true);
  const free = { ...sold, wasSold: false };
  expect(ownedView({ ...early, live: [null, sold, sold, free] }).rows[0]?.canSell).toBe(false);
});

test('[R-OWN-07] an offer made or cancelled here shows at once, and a sale overrides both', () => {
  const offered = { ...base, owned: [owns(1)], justOffered: new Map([[1, 7_200]]) };
  expect(ownedView(offered).rows[0]).toMatchObject({
    state: 'forSale',
    priceCents: 7_200,
    canSell: false,
    canCancel: true,
  });
  const ended = {
    ...base,
    owned: [owns(1, { isForSale: true })],
    justOffered: new Map([[1, null]]),
  };
  expect(ownedView(ended).rows[0]).toMatchObject({ state: 'listable', canSell: true });
  const sold = { ...offered, owned: [owns(1, { sold: true })] };
  expect(ownedView(sold).rows[0]).toMatchObject({ state: 'sold', canCancel: false });
});

test('an owner cannot sell editions of a taken-down work, but can cancel an offer', () => {
  const takenDown = { at: 1, reason: 'A claim of rights' };
  const owned = [owns(1), owns(2, { isForSale: true })];
  for (const known of [{ dat: { ...dat, takenDown } }, { live: { takenDown } }]) {
    const view = ownedView({ ...base, ...known, owned });
    expect(view.takenDown).toEqual(takenDown);
    expect(view.rows).toMatchObject([{ canSell: false }, { canSell: false, canCancel: true }]);
  }
});

test('a creator’s first sales are for sale and cannot be cancelled', () => {
  const own = { ...base, uid: 'ana', dat: { ...dat, soldOut: false } };
  const view = ownedView({ ...own, owned: [owns(1, { isForSale: true })] });
  expect(view.rows[0]).toMatchObject({ state: 'forSale', canCancel: false, canSell: false });
  expect(view.isCreator).toBe(true);
});
