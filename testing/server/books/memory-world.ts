import { setImmediate } from 'node:timers/promises';
import { Door } from '@datchain/functions/journal/door.ts';
import { getOrder, orderPaths } from '@datchain/functions/journal/entries/order-documents.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { compareOnce } from '@datchain/functions/reconcile/reconcile.ts';
import { reconcileChanges } from '@datchain/functions/reconcile/reconcile-changes.ts';
import { everything } from '@datchain/functions/share.ts';
import { memoryStore } from '@datchain/functions/stores/memory-store.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { memoryReaders } from './memory-readers.ts';
import { open } from './opening.ts';
import { booksWorld, type Ground, siteUrl } from './world.ts';

/** Makes books in memory: thousands per minute, deterministic for a seed. */
export function memoryGround(): Ground {
  const store = memoryStore();
  return {
    store,
    readers: memoryReaders(store),
    async setDocuments(documents) {
      for (const { path, data } of documents) store.set(path, data);
    },
    all: async () => store.all(),
    compare: async (services) => {
      const shares = [everything, ...[0, 1, 2].map((index) => ({ index, count: 3 }))];
      const found = await Promise.all(shares.map((share) => compareOnce(services, share)));
      return [...new Set(found.flatMap(({ differences }) => differences))];
    },
    compareChanges: async (services) =>
      (await reconcileChanges(services, async () => {})).differences,
    idle: () => setImmediate(),
    isReplayable: true,
  };
}

export async function calmBooks() {
  const ground = memoryGround();
  const world = booksWorld(ground, 1);
  world.calm();
  await open(world);
  const door = new Door(ground.store, world.services.clock);
  /** @throws when the entry is refused */
  const commit = async (entry: Entry): Promise<void> => {
    const outcome = await door.commit(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
  };
  const find = async (id: string): Promise<Order> => {
    const stored = await ground.store.read(orderPaths(id));
    return getOrder((path) => stored.get(path)?.data, id);
  };
  const reserve = (orderId: string, uid: string, blockId: string, qty: number, edition?: object) =>
    commit(reserveEntry(uid, { orderId, blockId, qty, variant: 'block', ...edition }, siteUrl));
  return { ground, world, commit, find, reserve };
}
