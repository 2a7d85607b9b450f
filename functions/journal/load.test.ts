import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { readBooksSnapshot } from '@datchain/testing/server/books/snapshot.ts';
import { userDocuments } from '@datchain/testing/server/user-documents.ts';
import { expect, test } from 'vitest';
import { balancesOfGuards, compareBalances, compareReservations } from '../reconcile/balances.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { Door } from './door.ts';
import { getOrder, orderPaths } from './entries/order-documents.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import { issueTokensEntry, openingPoolEntry } from './entries/tokens.ts';
import type { Entry } from './entry.ts';

const SECONDS = scale(3, 60);
const PURCHASES_PER_SECOND = 100;
const QTY = 30;
const ISSUED = 1_000_000;
const uids = Array.from({ length: 400 }, (_, n) => `fan${n}`);
const blocks = [36, 50, 61];

// `npm run bench -- load` measures how long purchases take (docs/bench/load.md).
test('[M-62] a hundred purchases of one second take four writes, and the books have each of them', async () => {
  const store = memoryStore();
  for (const { path, data } of userDocuments(uids)) store.set(path, data);
  let writes = 0;
  const counted = {
    ...store,
    write(batch: Parameters<typeof store.write>[0]) {
      writes += 1;
      return store.write(batch);
    },
  };
  let now = Date.UTC(2026, 10, 20);
  const door = new Door(counted, { now: () => now });
  const commit = async (entry: Entry) => {
    const outcome = await door.commit(entry);
    if (isRefusal(outcome)) throw new Error(`${entry.id}: ${outcome.message}`);
  };
  const buy = async (n: number) => {
    const [uid = '', cents] = [uids[n % uids.length], blocks[n % blocks.length]];
    const request = { orderId: `o${n}`, blockId: `${cents}`, qty: QTY, variant: 'block' as const };
    await commit(reserveEntry(uid, request, 'https://x.test'));
    const stored = await store.read(orderPaths(request.orderId));
    const order = getOrder((path) => stored.get(path)?.data, request.orderId);
    await commit(settleEntry(order, { sessionId: `cs_${n}`, paymentIntentId: `pi_${n}` }));
  };
  await commit(openingPoolEntry(0, 1_000_000));
  for (const cents of blocks)
    await commit(issueTokensEntry(`i${cents}`, `${cents}`, cents, ISSUED));

  const taken: number[] = [];
  for (let second = 0; second < SECONDS; second++) {
    writes = 0;
    now += 1_000;
    await Promise.all(
      Array.from({ length: PURCHASES_PER_SECOND }, (_, n) =>
        buy(second * PURCHASES_PER_SECOND + n),
      ),
    );
    taken.push(writes);
  }
  expect(new Set(taken)).toEqual(new Set([4]));

  const books = readBooksSnapshot(store.all());
  expect(compareReservations(books)).toEqual([]);
  expect(compareBalances(books.postings, balancesOfGuards(books))).toEqual([]);
  const left = books.blocks.map(({ platformQty }) => platformQty);
  const sold = SECONDS * PURCHASES_PER_SECOND * QTY;
  expect(left.reduce((a, b) => a + b)).toBe(blocks.length * ISSUED - sold);
  expect(store.all('journal/settle:').size).toBe(SECONDS * PURCHASES_PER_SECOND);
});
