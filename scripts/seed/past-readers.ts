import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { readStripeIds } from '@datchain/shared/contracts/documents/payout.ts';
import { releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import * as v from 'valibot';
import type { Services } from '../../functions/services.ts';
import type { AuthUsers } from '../../functions/stores/auth-users.ts';
import { type BehindDay, type BookDays, daysBehind } from '../../functions/stores/book-days.ts';
import type { Data } from '../../functions/stores/document-store.ts';
import type { StoredEntry } from '../../functions/stores/journal-entries.ts';
import type { MemoryStore } from '../../functions/stores/memory-store.ts';
import { memoryReaders } from '../../functions/testing/books/memory-readers.ts';

type Reader = Pick<
  Services,
  'bookDays' | 'entries' | 'pages' | 'releases' | 'stripeAccounts' | 'unnumbered'
>;

/** What `functions/stores` asks of Firestore, of documents in memory. */
export function pastReaders(store: MemoryStore) {
  /** Accounts are made when the story is told; who they are is known from the beginning. */
  const emails: AuthUsers['emails'] = async (uids) =>
    new Map(uids.map((uid) => [uid, readText(store.get(docs.user(uid))?.email)]));
  const readers = memoryReaders(store);
  const own: Reader = {
    bookDays: bookDaysIn(store),
    entries: { ...readers.entries, ...entriesByTime(store) },
    pages: {
      ...readers.pages,
      lastAssetsPage: async () => Math.max(1, store.all('assetsSummary/p').size),
      lastMusicPage: async () => Math.max(1, store.all(`${docs.musicSummaries}/`).size),
    },
    releases: releasesIn(store),
    stripeAccounts: {
      find: async (uid) => readStripeIds(store.get(docs.stripeAccount(uid))),
      async save(uid, ids) {
        const path = docs.stripeAccount(uid);
        store.set(path, { ...store.get(path), ...ids });
      },
    },
    unnumbered: {
      async list(limit) {
        const open = journalIn(store).filter(({ seq }) => seq === null);
        return open.slice(0, limit).map(({ id }) => id);
      },
    },
  };
  return { ...readers, ...own, emails };
}

/** All entries by their time, and those of one moment by their ids. */
function journalIn(store: MemoryStore): StoredEntry[] {
  const prefix = `${docs.journal}/`;
  const stored = [...store.all(prefix)].map(
    ([path, data]) => ({ id: path.slice(prefix.length), ...data }) as unknown as StoredEntry,
  );
  return stored.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** For jobs that run when the story is told: the journal is sorted once. */
function entriesByTime(
  store: MemoryStore,
): Pick<Services['entries'], 'nextAt' | 'count' | 'between'> {
  let sorted: readonly StoredEntry[] | undefined;
  const all = () => {
    sorted ??= journalIn(store);
    return sorted;
  };
  const within = (from: number, until: number) =>
    all().filter(({ at }) => at >= from && at < until);
  return {
    nextAt: async (from) => all().find(({ at }) => at >= from)?.at,
    count: async (from, until) => within(from, until).length,
    async *between(from, until) {
      yield within(from, until);
    },
  };
}

function releasesIn(store: MemoryStore): Services['releases'] {
  const change = async (id: string, fields: Data) =>
    store.set(docs.release(id), { ...store.get(docs.release(id)), ...fields });
  const read = (data: Data | undefined) => data && v.parse(releaseSchema, data);
  return {
    find: async (id) => read(store.get(docs.release(id))),
    listOpen: async () => [],
    listWholeDue: async () => [],
    async *pages() {},
    noteFailure: (_, problem) => {
      throw new Error(problem);
    },
    finish: (id) => change(id, { isDone: true, lastError: null }),
  };
}

/** Days follow one another here: no one else writes any, and the balances of the last one stay. */
function bookDaysIn(store: MemoryStore): BookDays {
  let latest: StoredBookDay | undefined;
  let behind: BehindDay = { leaves: [], ids: [], over: null };
  const forgetBalances = async () => {
    const old = latest ? daysBehind(latest, { ...behind, ids: [] }) : [];
    const stored = await store.read(old.map(({ path }) => path));
    const remove = [...stored].map(([path, { version }]) => ({ path, version }));
    await store.write({ remove });
  };
  return {
    latest: async () => latest,
    latestClosed: async () => latest,
    closedBefore: async () => undefined,
    async *closed(after = '') {
      if (latest && latest.date > after) yield latest;
    },
    balancesOf: async () => [...behind.leaves],
    coinsOf: async () => behind.coins ?? '',
    entriesOf: async () => [...behind.ids],
    async publish(day, next) {
      await forgetBalances();
      for (const { path, data } of daysBehind(day, next)) store.set(path, data);
      store.set(`${docs.bookDays}/${day.date}`, { ...day });
      [latest, behind] = [day, next];
      return true;
    },
    generations: async () => [],
    forget: async () => {},
  };
}
