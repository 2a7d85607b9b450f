import { booksOf } from '@datchain/functions/journal/books.ts';
import { Door } from '@datchain/functions/journal/door.ts';
import { clawbackEntry } from '@datchain/functions/journal/entries/clawbacks.ts';
import { findOrder } from '@datchain/functions/journal/entries/order-documents.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import { settleEntry } from '@datchain/functions/journal/entries/settle.ts';
import {
  issueTokensEntry,
  openingPoolEntry,
  queueTokensEntry,
  unqueueTokensEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { projectOne } from '@datchain/functions/projector/projections.ts';
import {
  compareRefundedValue,
  factsOf,
  ordersByEntry,
  type ValueEntry,
} from '@datchain/functions/reconcile/refunded-value.ts';
import { memoryStore } from '@datchain/functions/stores/memory-store.ts';
import { readBooks } from '@datchain/shared/contracts/documents/books.ts';
import {
  readBlockGuard,
  readQueuePage,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { listingSchema } from '@datchain/shared/contracts/documents/listing.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import * as v from 'valibot';
import { userDocuments } from './user-documents.ts';

/**
 * Blocks at 36 and 50 cents with stock, and people who buy in them.
 *
 * @param isWhole debts are settled right after what can settle them, as the server does it
 */
export async function tokenMarket(isWhole = false) {
  const store = memoryStore();
  for (const { path, data } of userDocuments(['ana', 'bo', 'cy', 'di', 'eve']))
    store.set(path, data);
  let now = Date.UTC(2026, 10, 20);
  const door = new Door(store, { now: () => now++ });
  const shows = { project: async () => {}, projectEntry: async () => {} };
  const books = isWhole ? booksOf(door, shows) : door;
  const commit = async <T>(entry: Entry<T>): Promise<T> => {
    const outcome = await books.commit(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
    return outcome.result;
  };
  const order = (id: string): Order => {
    const found = findOrder((path) => store.all().get(path), id);
    if (!found) throw new Error(`there is no order ${id}`);
    return found;
  };
  const reserve = (orderId: string, uid: string, blockId: string, qty: number) =>
    commit(reserveEntry(uid, { orderId, blockId, qty, variant: 'block' }, 'https://x.test'));
  const user = (uid: string) => readUserGuard(uid, store.all().get(docs.userGuard(uid)));
  const listing = (id: string) => v.parse(listingSchema, store.all().get(docs.listing(id)));
  const pages = () => [...store.all('guards/queuePage:').values()].map(readQueuePage);
  const block = (id: string) => readBlockGuard(store.all().get(docs.blockGuard(id)));
  await commit(issueTokensEntry('a', '36', 36, 1_000));
  await commit(issueTokensEntry('b', '50', 50, 1_000));
  await commit(openingPoolEntry(0, 100_000_000));
  return {
    store,
    commit,
    order,
    /** Face of a user's tokens that wait in queues. */
    listedBy: (uid: string) =>
      pages()
        .flatMap(({ entries }) => entries)
        .reduce((sum, entry) => sum + (entry.sellerUid === uid ? entry.faceMicros : 0), 0),
    reserve,
    user,
    listing,
    buy: async (orderId: string, uid: string, blockId: string, qty: number) => {
      await reserve(orderId, uid, blockId, qty);
      const payment = { sessionId: 'cs', paymentIntentId: `pi_${orderId}` };
      await commit(settleEntry(order(orderId), payment));
    },
    list: (id: string, uid: string, cents: number, qty: number) =>
      commit(queueTokensEntry(id, uid, cents, qty)),
    cancel: async (id: string) => commit(unqueueTokensEntry(listing(id), listing(id).createdAt)),
    refund: (
      orderId: string,
      cents: number,
      id = `re_${orderId}`,
      kind: 'refund' | 'dispute' = 'refund',
    ) => commit(clawbackEntry(order(orderId), { id, kind, cents })),
    books: () => readBooks(store.get),
    queue: (id: string) =>
      pages()
        .filter(({ blockId }) => blockId === id)
        .flatMap(({ entries }) => entries.map(({ listingId, qty }) => `${listingId} ${qty}`)),
    stock: (id: string) => block(id)?.platformQty,
    /** All that the wallet shows of a user. */
    shown: (uid: string) =>
      projectOne(`user:${uid}`, (path) => store.all().get(path), {
        of: () => ({ id: uid, name: uid }),
      } as never),
    findings: (orders: readonly Order[]) => {
      const byEntry = ordersByEntry(orders);
      const entries = [...store.all('journal/')].map(
        ([path, data]) => ({ id: path.slice('journal/'.length), ...data }) as unknown as ValueEntry,
      );
      const truth = {
        users: [...store.all('guards/user:')].map(([path, data]) =>
          readUserGuard(path.slice('guards/user:'.length), data),
        ),
        blocks: [...store.all('guards/block:')].flatMap(([, data]) => readBlockGuard(data) ?? []),
        queuePages: pages(),
        holding: orders.filter(({ state }) => state === 'reserved'),
      };
      return compareRefundedValue(
        entries.flatMap((entry) => factsOf(entry, byEntry)),
        orders,
        truth,
      );
    },
  };
}
