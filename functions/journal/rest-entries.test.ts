import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Rest } from '@datchain/shared/domain/books/rest.ts';
import { expect, test } from 'vitest';
import { memoryServer } from '../testing/books/memory-server.ts';
import { openingEarningsEntry } from '../testing/opening.ts';
import { waiveLaterEntry, waiveRestEntry } from './entries/rest.ts';
import { openingPoolEntry, openingWalletEntry } from './entries/tokens.ts';

const nothing: Rest = { earnedMicros: 0, changeMicros: 0, rewardQty: 0 };

/** The books with a pool in which a reward token is worth a dollar, and what was written of an entry. */
async function ground() {
  const { store, services } = memoryServer([]);
  const { books } = services;
  await books.commit(openingPoolEntry(1_000, 1_000_000_000));
  const earned = (uid: string, micros: number, rewardQty = 0) =>
    books.commit(openingEarningsEntry(uid, 'a', { days: { '2026-09-01': micros }, rewardQty }));
  const entry = (id: string) => store.get(docs.entry(id));
  const supply = () => store.get(docs.supplyGuard);
  return { store, books, earned, entry, supply };
}

test('[N-PPL-03] of an account without reward tokens the supply is not touched', async () => {
  const { books, earned, entry, supply } = await ground();
  await earned('ana', 2_000_000);
  const before = supply();
  const rest = { ...nothing, earnedMicros: 2_000_000 };
  expect(await books.commit(waiveRestEntry('ana', '7', rest, undefined))).toMatchObject({
    result: null,
  });
  expect(entry('rest-waived:ana:7')).toMatchObject({
    kind: 'rest-waived',
    touched: ['user:ana'],
  });
  expect(supply()).toBe(before);
});

test('[N-PPL-03] change that is given up is no longer backed: its part goes to the platform', async () => {
  const { store, books } = await ground();
  const lots = [{ blockId: '50', priceCents: 50, qty: 1, faceMicros: 500_000 }];
  await books.commit(
    openingWalletEntry({ uid: 'ana', lots, spendCents: 0, rewardQty: 0, earnedDays: [] }),
  );
  const path = docs.userGuard('ana');
  store.set(path, { ...store.get(path), changeMicros: 300_000 });
  const sums = () => {
    const books = [...store.all('totals/').values()];
    const of = (field: string) => books.reduce((sum, one) => sum + Number(one[field] ?? 0), 0);
    return [of('backingMicros'), of('platformMicros')] as const;
  };
  const [backing, platform] = sums();
  await books.commit(waiveRestEntry('ana', '1', { ...nothing, changeMicros: 300_000 }, undefined));
  const [backingNow, platformNow] = sums();
  expect(backingNow).toBeLessThan(backing);
  expect(backing - backingNow).toBe(platformNow - platform);
});

test('[N-PPL-03] nothing that is left is answered, and no entry is made of it', async () => {
  const { books, entry } = await ground();
  expect(await books.commit(waiveRestEntry('ana', '1', nothing, undefined))).toMatchObject({
    result: null,
  });
  expect(entry('rest-waived:ana:1')).toBeUndefined();
});

test('[N-PPL-03] whether reward tokens are worth a payout depends on their price at that moment', async () => {
  const { books, earned } = await ground();
  await earned('ana', 1_000_000, 20);
  const rest = { earnedMicros: 1_000_000, changeMicros: 0, rewardQty: 20 };
  const refused = { refused: true, code: 'failed-precondition' };
  expect(await books.commit(waiveRestEntry('ana', '1', rest, 500))).toMatchObject(refused);
  expect(await books.commit(waiveRestEntry('ana', '2', rest, undefined))).toMatchObject({
    result: null,
  });
});

test('[N-PPL-03] what comes later is given up once the person is erased, and not before', async () => {
  const { store, books, earned, entry, supply } = await ground();
  await earned('ana', 40_000_000, 2);
  const rest = { earnedMicros: 40_000_000, changeMicros: 0, rewardQty: 2 };
  const refused = { refused: true, code: 'failed-precondition' };
  const later = (at: string) => books.commit(waiveLaterEntry('ana', at, rest));
  expect(await later('1')).toEqual({ ...refused, message: 'This account is not closed.' });
  const closure = { uid: 'ana', at: 1, rest: nothing, works: 1 };
  store.set(docs.closure('ana'), closure);
  expect(await later('2')).toMatchObject(refused);
  expect(entry('rest-waived:ana:2')).toBeUndefined();
  store.set(docs.closure('ana'), { ...closure, erasedAt: 2 });
  const { circulating } = supply() as { circulating: number };
  expect(await later('3')).toMatchObject({ result: null });
  expect(entry('rest-waived:ana:3')).toMatchObject({
    kind: 'rest-waived',
    touched: ['user:ana', 'supply'],
  });
  expect(supply()).toMatchObject({ circulating: circulating - 2 });
  // Once: the account has nothing now.
  expect(await later('4')).toMatchObject({ refused: true, code: 'aborted' });
});
