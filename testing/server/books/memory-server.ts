import type { Books } from '@datchain/functions/journal/books.ts';
import { Door } from '@datchain/functions/journal/door.ts';
import type { Services } from '@datchain/functions/services.ts';
import { type MemoryStore, memoryStore } from '@datchain/functions/stores/memory-store.ts';
import type { StripeFault } from '../lost-answers.ts';
import { memoryCard } from '../memory-card.ts';
import { memoryTransfers } from '../memory-transfers.ts';
import { userDocuments } from '../user-documents.ts';
import { memoryReaders } from './memory-readers.ts';

export interface MemoryServer {
  readonly services: Services;
  readonly store: MemoryStore;
  readonly reads: (readonly string[])[];
  readonly card: ReturnType<typeof memoryCard>;
  readonly transfers: ReturnType<typeof memoryTransfers>;
  /** The requests to Stripe about sessions, in order. */
  readonly asked: string[];
  /** The ids of the projected entries, in order. */
  readonly shown: string[];
  readonly live: Map<string, unknown>;
  readonly wait: (millis: number) => void;
  readonly breakStripe: (fault: StripeFault) => void;
}

/**
 * Makes a server in memory, for tests of single use cases: books, a manual clock, and Stripe's
 * cards and transfers. Everyone can be paid out. There is no concurrency.
 */
export function memoryServer(uids: readonly string[]): MemoryServer {
  let now = Date.UTC(2026, 10, 1, 9);
  let fault: StripeFault = 'none';
  const store = memoryStore();
  for (const { path, data } of userDocuments(uids)) store.set(path, data);
  const clock = { now: () => now };
  const reads: (readonly string[])[] = [];
  const read: MemoryStore['read'] = (paths) => {
    reads.push(paths);
    return store.read(paths);
  };
  const door = new Door({ ...store, read }, clock);
  const card = memoryCard(clock.now, () => fault);
  const transfers = memoryTransfers(clock.now, () => fault);
  const [asked, shown]: [string[], string[]] = [[], []];
  const { create, retrieve, expire } = card.checkout;
  const checkout: Services['checkout'] = {
    ...card.checkout,
    create(order) {
      asked.push(`create ${order.id}`);
      return create(order);
    },
    retrieve(id) {
      asked.push(`retrieve ${id}`);
      return retrieve(id);
    },
    expire(id) {
      asked.push(`expire ${id}`);
      return expire(id);
    },
  };
  const books: Books = {
    commit: (entry) => door.commit(entry),
    show: async (entryId) => {
      shown.push(entryId);
    },
  };
  const live = new Map<string, unknown>();
  const connect = {
    ...transfers.connect,
    findAccount: async (id: string) => ({ id, payoutsEnabled: true, setup: 'review' }),
  };
  const environment = { stripe: { live: false }, siteUrl: 'https://x.test' };
  const services = {
    ...memoryReaders(store),
    store,
    clock,
    books,
    checkout,
    connect,
    environment,
    payments: card.payments,
    live: { read: async (path: string) => live.get(path) ?? null },
    stripeAccounts: { find: async (uid: string) => ({ accountId: `acct_${uid}` }) },
  };
  return {
    services: services as unknown as Services,
    store,
    reads,
    card,
    transfers,
    asked,
    shown,
    live,
    wait: (millis) => {
      now += millis;
    },
    breakStripe: (next) => {
      fault = next;
    },
  };
}
