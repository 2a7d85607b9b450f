import { LISTED_DAYS } from '@datchain/functions/public-books/clear-behind.ts';
import type { Services } from '@datchain/functions/services.ts';
import type { AuthUsers } from '@datchain/functions/stores/auth-users.ts';
import type { BookDays } from '@datchain/functions/stores/book-days.ts';
import { booksBehind } from '@datchain/functions/stores/books-behind.ts';
import type { Data } from '@datchain/functions/stores/document-store.ts';
import type { StoredEntry } from '@datchain/functions/stores/journal-entries.ts';
import type { MemoryStore } from '@datchain/functions/stores/memory-store.ts';
import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { readStripeIds } from '@datchain/shared/contracts/documents/payout.ts';
import { releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import * as v from 'valibot';

type Reader = Pick<
  Services,
  'bookDays' | 'entries' | 'pages' | 'releases' | 'stripeAccounts' | 'unnumbered'
>;

export function pastReaders(store: MemoryStore) {
  /** Accounts are created when the story runs, but their addresses are known from the start. */
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

function journalIn(store: MemoryStore): StoredEntry[] {
  const prefix = `${docs.journal}/`;
  const stored = [...store.all(prefix)].map(
    ([path, data]) => ({ id: path.slice(prefix.length), ...data }) as unknown as StoredEntry,
  );
  return stored.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

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
  const read = (data: Data | undefined) => data && v.parse(releaseSchema, data);
  return {
    find: async (id) => read(store.get(docs.release(id))),
    listOpen: async () => [],
    listWholeDue: async () => [],
    listWithArtwork: async (address) =>
      [...store.all(`${docs.releases}/`).values()]
        .map((data) => v.parse(releaseSchema, data))
        .filter(({ artworkUrl }) => artworkUrl.startsWith(address)),
    async *pages() {},
    noteFailure: (_, problem) => {
      throw new Error(problem);
    },
  };
}

/** Keeps book days in memory. Days come in order without other writers, and what is behind the newest stays. */
function bookDaysIn(store: MemoryStore): BookDays {
  let newest: readonly StoredBookDay[] = [];
  const closed = () => newest.filter(({ isClosed }) => isClosed);
  const behind = [docs.bookBalances, docs.bookCoins];
  const forget = async (old: readonly StoredBookDay[]) => {
    const paths = old.flatMap(({ generation }) =>
      behind.flatMap((name) => [...store.all(`${name}/${generation}:`).keys()]),
    );
    const stored = await store.read(paths);
    const remove = [...stored].map(([path, { version }]) => ({ path, version }));
    await store.write({ remove });
  };
  return {
    ...booksBehind({
      read: async (paths) => paths.map((path) => store.get(path)),
      write: async (path, data) => store.set(path, data),
    }),
    latest: async () => newest[0],
    latestClosed: async () => closed()[0],
    closedBefore: async (date) => closed().find((day) => day.date < date),
    find: async (date) => newest.find((day) => day.date === date),
    async *closed(after = '') {
      yield* closed()
        .reverse()
        .filter(({ date }) => date > after);
    },
    async publish(day) {
      await forget(newest.slice(LISTED_DAYS));
      store.set(`${docs.bookDays}/${day.date}`, { ...day });
      newest = [day, ...newest.slice(0, LISTED_DAYS)];
      return true;
    },
    generations: async () => [],
    forget: async () => {},
  };
}
