import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import type { BalanceLeaf } from '@datchain/shared/domain/public-books/balance-tree.ts';
import type { BookDays } from '../stores/book-days.ts';

/** The stored days in memory; `step` is called before each change, and may throw. */
export function memoryBookDays(step: () => void = () => {}) {
  const days = new Map<string, StoredBookDay>();
  const balances = new Map<string, BalanceLeaf[]>();
  const newestFirst = () => [...days.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
  const bookDays: BookDays = {
    latest: async () => newestFirst()[0],
    latestClosed: async () => newestFirst().find(({ isClosed }) => isClosed),
    balancesOf: async (generation) => balances.get(generation) ?? [],
    async publish(day, leaves) {
      step();
      balances.set(day.generation, [...leaves]);
      step();
      days.set(day.date, day);
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
