import { Door } from '@datchain/functions/journal/door.ts';
import { endOrderEntry } from '@datchain/functions/journal/entries/close-order.ts';
import { getOrder, orderPaths } from '@datchain/functions/journal/entries/order-documents.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import { settleEntry } from '@datchain/functions/journal/entries/settle.ts';
import {
  openingWalletEntry,
  queueTokensEntry,
  unqueueTokensEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import type { Committed, Entry } from '@datchain/functions/journal/entry.ts';
import { memoryStore } from '@datchain/functions/stores/memory-store.ts';
import {
  readQueuePage,
  readUserGuard,
  storeBlockGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { listingSchema } from '@datchain/shared/contracts/documents/listing.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { emptyQueue } from '@datchain/shared/domain/books/queue.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import * as v from 'valibot';
import { accepted } from './accepted.ts';
import { readBooksSnapshot } from './books/snapshot.ts';
import { userDocuments } from './user-documents.ts';

/** A block in which only users sell, at a dollar: the minimum purchase is ten tokens. */
export const BLOCK = '100';

export function aQueue() {
  const store = memoryStore();
  for (const { path, data } of userDocuments(['ana', 'bo', 'cy', 'di', 'eve']))
    store.set(path, data);
  let now = Date.UTC(2026, 10, 20);
  const read: string[] = [];
  const counted = {
    ...store,
    read: (paths: readonly string[]) => {
      read.push(...paths);
      return store.read(paths);
    },
  };
  const door = new Door(counted, { now: () => now++ });
  const send = <T>(entry: Entry<T>): Promise<Committed<T> | Refusal> => door.commit(entry);
  const commit = async <T>(entry: Entry<T>): Promise<T> => {
    const outcome = await accepted(send(entry));
    return outcome.result;
  };
  const find = async (path: string) => (await store.read([path])).get(path)?.data;
  const order = async (id: string) => {
    const stored = await store.read(orderPaths(id));
    return getOrder((path) => stored.get(path)?.data, id);
  };
  const listing = async (id: string) => v.parse(listingSchema, await find(docs.listing(id)));
  return {
    withPagesOf: (size: number) => {
      const [id, priceCents] = [BLOCK, Number(BLOCK)];
      const block = { id, priceCents, platformQty: 0, platformReserved: 0 };
      const guard = storeBlockGuard({ ...block, queue: emptyQueue(size) });
      store.set(docs.blockGuard(BLOCK), guard);
    },
    /** Gives a user tokens with a face of 30 cents. */
    owner: (uid: string, qty: number) => {
      const lots = [{ blockId: '30', priceCents: 30, qty, faceMicros: qty * 300_000 }];
      return commit(openingWalletEntry({ uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] }));
    },
    list: (id: string, uid: string, qty: number) =>
      send(queueTokensEntry(id, uid, Number(BLOCK), qty)),
    cancel: async (id: string) => {
      const known = await listing(id);
      return send(unqueueTokensEntry(known, known.createdAt));
    },
    reserve: (orderId: string, uid: string, qty: number) => {
      const request = { orderId, blockId: BLOCK, qty, variant: 'block' as const };
      return send(reserveEntry(uid, request, 'https://x.test'));
    },
    settle: async (id: string) =>
      commit(settleEntry(await order(id), { sessionId: 'cs', paymentIntentId: `pi_${id}` })),
    end: async (id: string) => commit(endOrderEntry(await order(id), false)),
    user: async (uid: string) => readUserGuard(uid, await find(docs.userGuard(uid))),
    readPaths: () => read.splice(0),
    listings: () =>
      [...store.all('guards/queuePage:').values()]
        .map(readQueuePage)
        .sort((a, b) => a.number - b.number)
        .flatMap(({ entries }) => entries),
    snapshot: () => readBooksSnapshot(store.all()),
  };
}
