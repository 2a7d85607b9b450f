import type { Behind, BookDays, UserBalance } from '@datchain/functions/stores/book-days.ts';
import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';

interface Stored<T> {
  readonly over: string | null;
  readonly all: readonly T[];
}

/** Stores book days in memory; `step` runs before each change, and may throw or wait. */
export function memoryBookDays(step: () => void | Promise<void> = () => {}) {
  const days = new Map<string, StoredBookDay>();
  const balances = new Map<string, Stored<UserBalance>>();
  const counted = new Map<string, Stored<string>>();
  const coins = new Map<string, Stored<string>>();
  const behind: Readonly<Record<Behind, Map<string, Stored<unknown>>>> = {
    balances,
    entries: counted,
    coins,
  };
  const newestFirst = () => [...days.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
  const bookDays: BookDays = {
    latest: async () => newestFirst()[0],
    latestClosed: async () => newestFirst().find(({ isClosed }) => isClosed),
    closedBefore: async (before) =>
      newestFirst().find(({ isClosed, date }) => isClosed && date < before),
    async *closed(after = '') {
      yield* newestFirst()
        .reverse()
        .filter(({ isClosed, date }) => isClosed && date > after);
    },
    entriesOf: async (generation) => [...(counted.get(generation)?.all ?? [])],
    balancesOf: async (generation) => [...(balances.get(generation)?.all ?? [])],
    coinsOf: async (generation) => (coins.get(generation)?.all ?? []).join(''),
    async publish(day, { balances: users, ids, over, coins: list }) {
      await step();
      balances.set(day.generation, { over, all: users });
      await step();
      if (list) coins.set(day.generation, { over, all: [list] });
      await step();
      if (day.isClosed) counted.set(day.generation, { over, all: ids });
      await step();
      const isSame = (newestFirst()[0]?.generation ?? null) === over;
      if (!isSame || days.get(day.date)?.isClosed) return false;
      days.set(day.date, day);
      return true;
    },
    generations: async (of) =>
      [...behind[of]].map(([generation, { over }]) => ({ generation, over })),
    async forget(of, generation) {
      await step();
      behind[of].delete(generation);
    },
  };
  return { bookDays, days, balances, counted, coins };
}
