import { expect, test } from 'vitest';
import { demoWorld } from '../demo-world/world.ts';
import { storedAssets } from './documents.ts';
import { afterResales, resalesOf } from './resales.ts';

const world = demoWorld(new Date(Date.UTC(2026, 10, 20)));
const resales = resalesOf(world);

test('several editions have changed hands twice, each after it was offered and before today', () => {
  expect(resales.length).toBeGreaterThanOrEqual(8);
  for (const { datId, number, askCents, atMs } of resales) {
    const listing = world.editionListings.find(
      (each) => each.datId === datId && each.editionNumber === number,
    );
    expect(listing?.askPriceCents).toBe(askCents);
    expect(atMs).toBeGreaterThan(listing?.atMs ?? Number.POSITIVE_INFINITY);
    expect(atMs).toBeLessThan(world.todayMs);
  }
});

test('the same day tells the same resales', () => {
  expect(resalesOf(demoWorld(new Date(Date.UTC(2026, 10, 20, 17))))).toEqual(resales);
});

test('nobody of the demo accounts is part of one', () => {
  const accounts = [...world.artists, ...world.fans]
    .filter(({ email }) => email.endsWith('@dats.test'))
    .map(({ uid }) => uid);
  for (const { datId, number, buyerUid } of resales) {
    const dat = world.dats.find(({ id }) => id === datId);
    const seller = dat?.editions.find((edition) => edition.number === number)?.ownerUid;
    expect(
      [buyerUid, seller, dat?.artistUid].filter((uid) => accounts.includes(uid ?? '')),
    ).toEqual([]);
  }
});

test('the public rows show the new owners and what they paid, and no offer any more', () => {
  const rows = new Map(storedAssets(afterResales(world, resales)).map((row) => [row.id, row]));
  for (const { datId, number, buyerUid, askCents } of resales) {
    const edition = rows.get(datId)?.editions.find((each) => each.edition === number);
    expect(edition).toMatchObject({
      currentOwnerId: buyerUid,
      price: askCents / 100,
      isForSale: false,
    });
  }
});
