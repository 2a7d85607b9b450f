import type { BookDays } from '@datchain/functions/stores/book-days.ts';
import {
  type Behind,
  booksBehind,
  type Generation,
} from '@datchain/functions/stores/books-behind.ts';
import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';

const collections: Readonly<Record<Behind, string>> = {
  balances: docs.bookBalances,
  entries: docs.bookEntries,
  coins: docs.bookCoins,
};

/** Stores book days in memory; `step` runs before each change, and may throw or wait. */
export function memoryBookDays(step: () => void | Promise<void> = () => {}) {
  const days = new Map<string, StoredBookDay>();
  const documents = new Map<string, Generation & Readonly<Record<string, unknown>>>();
  const newestFirst = () => [...days.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
  const stored = (of: Behind) =>
    [...documents].filter(([path]) => path.startsWith(`${collections[of]}/`));
  const bookDays: BookDays = {
    ...booksBehind({
      read: async (paths) => paths.map((path) => documents.get(path)),
      async write(path, data) {
        await step();
        documents.set(path, data as Generation & typeof data);
      },
    }),
    latest: async () => newestFirst()[0],
    latestClosed: async () => newestFirst().find(({ isClosed }) => isClosed),
    closedBefore: async (before) =>
      newestFirst().find(({ isClosed, date }) => isClosed && date < before),
    find: async (date) => days.get(date),
    async *closed(after = '') {
      yield* newestFirst()
        .reverse()
        .filter(({ isClosed, date }) => isClosed && date > after);
    },
    async publish(day, over) {
      await step();
      const isSame = (newestFirst()[0]?.generation ?? null) === over;
      if (!isSame || days.get(day.date)?.isClosed) return false;
      days.set(day.date, day);
      return true;
    },
    generations: async (of) =>
      stored(of)
        .filter(([path]) => path.endsWith(':0'))
        .map(([, { generation, over }]) => ({ generation, over })),
    async forget(of, generation) {
      const own = stored(of).filter(([, data]) => data.generation === generation);
      for (const [path] of own.reverse()) {
        await step();
        documents.delete(path);
      }
    },
  };
  return {
    bookDays,
    days,
    documents,
    kept: (of: Behind): string[] =>
      [...new Set(stored(of).map(([, { generation }]) => generation))].sort(),
  };
}
