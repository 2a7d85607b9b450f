import { readBooks } from '@datchain/shared/contracts/documents/books.ts';
import {
  readDatGuard,
  readSupplyGuard,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { spendableMicros } from '@datchain/shared/domain/books/lots.ts';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { userDocuments } from '@datchain/testing/server/user-documents.ts';
import { expect, test } from 'vitest';
import { addTo, type Balances } from '../reconcile/balances.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { Door } from './door.ts';
import { buyEditionEntry, listEditionEntry, mintEntry } from './entries/editions.ts';
import { findOrder } from './entries/order-documents.ts';
import { reserveEntry } from './entries/reserve.ts';
import { claimEntry } from './entries/rewards.ts';
import { settleEntry } from './entries/settle.ts';
import { distributeEntry } from './entries/streams.ts';
import { issueTokensEntry } from './entries/tokens.ts';
import type { Entry } from './entry.ts';

const usd = (dollars: number) => Math.round(dollars * 1_000_000);

/** Streams that bring $200. */
const streams = usd(200) / rates.streamMicros.spotify;

/** The worked example of the money model, on the real entries, to the micro. */
function aWorld() {
  const store = memoryStore();
  for (const { path, data } of userDocuments(['bo', 'cy'])) store.set(path, data);
  let now = Date.UTC(2026, 10, 1);
  const door = new Door(store, { now: () => now });
  const commit = async <T>(entry: Entry<T>): Promise<T> => {
    const outcome = await door.commit(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
    return outcome.result;
  };
  const user = (uid: string) => readUserGuard(uid, store.all().get(docs.userGuard(uid)));
  const balances = (): Balances => {
    const sums: Balances = new Map();
    for (const [path, entry] of store.all()) {
      if (!path.startsWith('journal/')) continue;
      for (const { account, asset, delta } of entry.postings as Posting[]) {
        addTo(sums, account, asset, delta);
      }
    }
    return sums;
  };
  return {
    commit,
    shareStreams: (date: string) => {
      const blue = readDatGuard(store.all().get(docs.datGuard('blue')));
      if (!blue) throw new Error('there is no DAT');
      const day = { datId: 'blue', platform: 'spotify', date, streams, revision: 0 } as const;
      return commit(distributeEntry(day, blue));
    },
    refusal: async (entry: Entry) => {
      const outcome = await door.commit(entry);
      return isRefusal(outcome) ? outcome.message : undefined;
    },
    nextDay: () => {
      now += DAY_MILLIS;
    },
    buyTokens: async (uid: string, qty: number) => {
      const orderId = `${uid}-${qty}`;
      const request = { orderId, blockId: '30', qty, variant: 'block' as const };
      await commit(reserveEntry(uid, request, 'https://x.test'));
      const order = findOrder((path) => store.all().get(path), orderId);
      if (!order) throw new Error('the order is missing');
      await commit(settleEntry(order, { sessionId: 'cs', paymentIntentId: 'pi' }));
    },
    user,
    earned: (uid: string) =>
      user(uid).earnedDays.reduce((sum, { totalMicros }) => sum + totalMicros, 0),
    supply: () => readSupplyGuard(store.all().get(docs.supplyGuard)),
    books: () => readBooks(store.get),
    /** cash + receivable = backing + pool + platform + owed, to the micro. */
    expectBalanced: () => {
      const usdOf = (matches: (account: string) => boolean) =>
        [...balances()]
          .filter(([key]) => key.endsWith(' USD') && matches(key))
          .reduce((sum, [, amount]) => sum + amount, 0);
      const outside = usdOf((key) => key.startsWith('world:'));
      expect(usdOf((key) => !key.startsWith('world:'))).toBe(-outside);
    },
  };
}

test('Ana, Bo and Cy: tokens, a claim, a first sale, a resale and a day of streams', async () => {
  const world = aWorld();
  await world.commit(issueTokensEntry('a', '30', 30, 5_000));
  const blue = {
    datId: 'blue',
    creatorUid: 'ana',
    editions: 1,
    priceCents: 4_000,
    sharePpm: 25_000,
  };
  await world.commit(mintEntry(blue));

  await world.buyTokens('bo', 1_000);
  expect(world.books().backingMicros).toBe(usd(270));
  expect(world.supply().poolMicros).toBe(usd(30));
  world.expectBalanced();

  expect(await world.commit(claimEntry('bo', 0))).toEqual({ claimed: 1, qty: 1 });
  expect(await world.refusal(claimEntry('bo', 1))).toBe('Nothing to claim yet.');
  expect(world.supply().issued).toBe(1);

  const first = { datId: 'blue', number: 1, version: 1 };
  expect(await world.commit(buyEditionEntry(first, 'bo', 4_000))).toEqual({
    tokens: 134,
    priceCents: 4_000,
  });
  expect(world.user('bo').lots).toMatchObject([{ qty: 866, faceMicros: usd(260) }]);
  expect(world.earned('ana')).toBe(usd(32));
  expect(world.books()).toMatchObject({ backingMicros: usd(234), platformMicros: usd(4) });
  world.expectBalanced();

  await world.buyTokens('cy', 300);
  expect(world.books().backingMicros).toBe(usd(315));
  expect(world.supply().poolMicros).toBe(usd(39));

  const bought = { ...first, version: 2 };
  expect(await world.refusal(listEditionEntry(bought, 'bo', 3_999))).toBe(
    'Price must be at least $40.00',
  );
  await world.commit(listEditionEntry(bought, 'bo', 7_200));
  const listed = { ...first, version: 3 };
  expect(await world.refusal(buyEditionEntry(listed, 'cy', 7_100))).toBe('The price has changed.');
  expect(await world.refusal(buyEditionEntry(listed, 'bo', 7_200))).toBe(
    'You already own this edition.',
  );
  expect(await world.commit(buyEditionEntry(listed, 'cy', 7_200))).toMatchObject({ tokens: 240 });
  expect(spendableMicros(world.user('cy'))).toBe(usd(18));
  expect(world.earned('bo')).toBe(usd(54));
  expect(world.earned('ana')).toBe(usd(39.2));
  expect(world.books()).toMatchObject({ backingMicros: usd(250.2), platformMicros: usd(7.6) });
  world.expectBalanced();

  world.nextDay();
  await world.shareStreams('2026-11-01');
  expect(world.earned('cy')).toBe(usd(0.25));
  expect(world.earned('ana')).toBe(usd(48.95));
  world.expectBalanced();
  await world.shareStreams('2026-11-01');
  expect(world.earned('ana')).toBe(usd(48.95));
});
