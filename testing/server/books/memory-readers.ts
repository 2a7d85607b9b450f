import { isEditionDue } from '@datchain/functions/orders/buy-wanted.ts';
import type { ReleaseReaders } from '@datchain/functions/reconcile/compare-releases.ts';
import type { Services } from '@datchain/functions/services.ts';
import type { Data } from '@datchain/functions/stores/document-store.ts';
import type { StoredEntry } from '@datchain/functions/stores/journal-entries.ts';
import { lossesIn } from '@datchain/functions/stores/losses.ts';
import type { MemoryStore } from '@datchain/functions/stores/memory-store.ts';
import { storedWorks } from '@datchain/functions/stores/works.ts';
import { readBooks } from '@datchain/shared/contracts/documents/books.ts';
import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import {
  readBlockGuard,
  readDatGuard,
  readQueuePage,
  readQueueShelf,
  readSupplyGuard,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { readMovements } from '@datchain/shared/contracts/documents/movement.ts';
import { readOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { payoutSchema } from '@datchain/shared/domain/books/payout-schema.ts';
import { isOpenPayout } from '@datchain/shared/domain/books/payouts.ts';
import { historyParts, newestEventsFirst } from '@datchain/shared/domain/dat-events.ts';
import * as v from 'valibot';
import { memoryBookDays } from '../memory-book-days.ts';

export type Readers = Pick<
  Services,
  | 'orders'
  | 'payouts'
  | 'debts'
  | 'losses'
  | 'earnings'
  | 'guards'
  | 'entries'
  | 'bookDays'
  | 'summaries'
  | 'datEvents'
> &
  ReleaseReaders & { readonly releases: Pick<Services['releases'], 'find'> };

const guardPrefix = (kind: string, id: string | undefined): string =>
  id === undefined ? `guards/${kind}:` : `guards/${kind}:${id}:`;

async function* onePage<T>(all: T[]): AsyncGenerator<T[]> {
  if (all.length > 0) yield all;
}

/**
 * Makes the readers of a memory store, which replace the Firestore queries of `functions/stores`.
 */
export function memoryReaders(store: MemoryStore): Readers {
  const find = (path: string): Data | undefined => store.get(path);
  const list = (prefix: string) =>
    [...store.all(prefix)].map(([path, data]) => ({ id: path.slice(prefix.length), data }));
  const orderOf = (id: string, data: Data) => readOrder(data, find(docs.orderParts(id)));
  const orders = () => list('orders/').map(({ id, data }) => orderOf(id, data));
  const payoutOf = (data: Data) => v.parse(payoutSchema, data);
  const payouts = () => list('payouts/').map(({ data }) => payoutOf(data));
  const entryOf = (id: string, data: Data) => ({ id, ...data }) as unknown as StoredEntry;
  const entries = () => list('journal/').map(({ id, data }) => entryOf(id, data));
  const one = <T>(path: string, read: (data: Data) => T): T | undefined => {
    const data = find(path);
    return data && read(data);
  };
  const events = () => list('datEvents/').flatMap(({ data }) => readDatEvent(data) ?? []);
  const byTime = (a: StoredEntry, b: StoredEntry) => a.at - b.at;
  return {
    orders: {
      find: async (id) => one(docs.order(id), (data) => orderOf(id, data)),
      listWithEditionDue: async () => orders().filter(isEditionDue),
      listHolding: async () => orders().filter(({ state }) => /reserved|review/.test(state)),
      listReserved: async () => orders().filter(({ state }) => state === 'reserved'),
      findByPayment: async (id) => orders().find(({ paymentIntentId }) => paymentIntentId === id),
      listWithoutFee: async (limit) =>
        orders()
          .filter(({ state, chargeFee }) => /settled|refunded/.test(state) && chargeFee === null)
          .slice(0, limit),
      pages: () => onePage(orders()),
    },
    payouts: {
      find: async (id) => one(docs.payout(id), payoutOf),
      listOpen: async () => payouts().filter(isOpenPayout),
      pages: () => onePage(payouts()),
    },
    debts: {
      list: async () =>
        list('debts/').flatMap(({ id, data }) => (Number(data.debtMicros) > 0 ? [id] : [])),
    },
    losses: {
      list: async () =>
        list('losses/')
          .flatMap(({ data }) => lossesIn(data))
          .sort((a, b) => b.at - a.at),
    },
    earnings: {
      movements: async (uid) => readMovements(list(`${docs.movements(uid)}/`)),
      lines: async (uid) => store.read([...store.all(`${docs.earningsLines(uid)}/`).keys()]),
    },
    guards: {
      listBlocks: async () =>
        list('guards/block:').flatMap(({ data }) => readBlockGuard(data) ?? []),
      listQueuePages: async (blockId) =>
        list(guardPrefix('queuePage', blockId)).map(({ data }) => readQueuePage(data)),
      listQueueShelves: async (blockId) =>
        list(guardPrefix('queueShelf', blockId)).map(({ data }) => readQueueShelf(data)),
      listUsers: async (isWanted = () => true) =>
        list('guards/user:')
          .filter(({ id }) => isWanted(id))
          .map(({ id, data }) => readUserGuard(id, data)),
      user: async (uid) => readUserGuard(uid, find(docs.userGuard(uid))),
      listWorks: async (uid, isWanted = () => true) => {
        const dataOf = (kind: string) =>
          list(guardPrefix(kind, uid))
            .map(({ data }) => data)
            .filter((data) => isWanted(String(data.uid)) || isWanted(String(data.datId)));
        return storedWorks(dataOf('holdings'), dataOf('works'));
      },
      findDat: async (datId) => readDatGuard(find(docs.datGuard(datId))),
      listDats: async () => list('dats/').flatMap(({ data }) => readDatGuard(data) ?? []),
      supply: async () => readSupplyGuard(find(docs.supplyGuard)),
      books: async () => readBooks(find),
    },
    entries: {
      find: async (id) => one(docs.entry(id), (data) => entryOf(id, data)),
      listUnprojected: async (limit) =>
        entries()
          .filter(({ projected }) => !projected)
          .sort(byTime)
          .slice(0, limit),
      listSince: async (at) =>
        entries()
          .filter((entry) => entry.at >= at)
          .sort(byTime),
      nextAt: async (from) =>
        entries()
          .sort(byTime)
          .find(({ at }) => at >= from)?.at,
      count: async (from, until) => entries().filter(({ at }) => at >= from && at < until).length,
      between: (from, until) =>
        onePage(
          entries()
            .filter(({ at }) => at >= from && at < until)
            .sort(byTime),
        ),
      async markProjected(ids) {
        for (const id of ids) {
          const entry = find(docs.entry(id));
          if (!entry) throw new Error(`No document to update: ${docs.entry(id)}`);
          store.set(docs.entry(id), { ...entry, projected: true });
        }
      },
      pages: () => onePage(entries()),
    },
    bookDays: memoryBookDays().bookDays,
    summaries: memorySummaries(store),
    releases: {
      find: async (id) => one(`${docs.releases}/${id}`, (data) => data as unknown as Release),
      pages: () => onePage([]),
    },
    pages: {
      allAssets: async () => list('assetsSummary/'),
      allMusic: async () => [],
    },
    datEvents: {
      async *each() {
        yield* events();
      },
      ofDat: async (datId) => events().filter((event) => event.datId === datId),
      newest: async (datId) =>
        newestEventsFirst(
          historyParts.flatMap(({ kinds, read }) =>
            newestEventsFirst(
              events().filter((event) => event.datId === datId && kinds.includes(event.kind)),
            ).slice(0, read),
          ),
        ),
      datsWith: async (uid) =>
        new Set(
          events()
            .filter(({ fromUid, toUid }) => fromUid === uid || toUid === uid)
            .map(({ datId }) => datId),
        ),
    },
  };
}

const memorySummaries = (store: MemoryStore): Readers['summaries'] => {
  type Row =
    Awaited<ReturnType<Readers['summaries']['rows']>> extends Map<string, infer T> ? T : never;
  const rows = () => (store.get(docs.assetsSummary)?.assets ?? []) as Row[];
  return {
    async update(changes) {
      const byId = new Map(changes.map((change) => [change.id, change]));
      const assets = rows().map((row) => ({ ...row, ...byId.get(row.id) }));
      store.set(docs.assetsSummary, { ...store.get(docs.assetsSummary), assets });
    },
    rows: async () => new Map(rows().map((row) => [row.id, row])),
    rowsOf: async () => new Map(rows().map((row) => [row.id, row])),
  };
};
