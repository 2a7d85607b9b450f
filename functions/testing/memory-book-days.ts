import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import type { BalanceLeaf } from '@datchain/shared/domain/public-books/balance-tree.ts';
import type { BookDays } from '../stores/book-days.ts';

/** The stored days in memory; `step` is called before each change, and may throw. */
export function memoryBookDays(step: () => void = () => {}) {
  const days = new Map<string, StoredBookDay>();
  const balances = new Map<string, BalanceLeaf[]>();
  const counted = new Map<string, string[]>();
  const newestFirst = () => [...days.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
  const bookDays: BookDays = {
    latest: async () => newestFirst()[0],
    latestClosed: async () => newestFirst().find(({ isClosed }) => isClosed),
    closedBefore: async (before) =>
      newestFirst().find(({ isClosed, date }) => isClosed && date < before),
    async *closed() {
      yield* newestFirst()
        .reverse()
        .filter(({ isClosed }) => isClosed);
    },
    entriesOf: async (generation) => counted.get(generation) ?? [],
    balancesOf: async (generation) => balances.get(generation) ?? [],
    async publish(day, { leaves, ids }) {
      step();
      balances.set(day.generation, [...leaves]);
      if (day.isClosed) counted.set(day.generation, [...ids]);
      step();
      if (days.get(day.date)?.isClosed) return false;
      days.set(day.date, day);
      return true;
    },
    async forgetBalancesBut(generations) {
      for (const generation of balances.keys()) {
        if (generations.includes(generation)) continue;
        step();
        balances.delete(generation);
      }
    },
  };
  return { bookDays, days, balances };
}
