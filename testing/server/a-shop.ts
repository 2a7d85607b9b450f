import { closeDays } from '@datchain/functions/public-books/close-days.ts';
import type { ClosingNeeds } from '@datchain/functions/public-books/closing.ts';
import { compareDays } from '@datchain/functions/public-books/compare-days.ts';
import type { BookDays } from '@datchain/functions/stores/book-days.ts';
import type { JournalEntries } from '@datchain/functions/stores/journal-entries.ts';
import { memoryStore } from '@datchain/functions/stores/memory-store.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { memoryReaders } from './books/memory-readers.ts';
import { memoryBookDays } from './memory-book-days.ts';

export const MINUTE = 60_000;
export const DAY = 1_440 * MINUTE;
export const FIRST = Date.UTC(2026, 10, 20);
export const MIDNIGHT = FIRST + DAY;

export interface Reach extends Omit<ClosingNeeds, 'clock'> {
  readonly entries: JournalEntries;
  readonly bookDays: BookDays;
}

export const othersAtClosing: Omit<ClosingNeeds, 'clock'> = {
  authUsers: {
    emails: async (uids) => new Map(uids.map((uid) => [uid, `${uid}@example.com`])),
  },
  connect: { balance: async () => ({ availableCents: 250_00, pendingCents: -75 }) },
};

/** Makes a shop in memory: its journal, its public books and the job that closes their days. */
export function aShop(step?: () => void | Promise<void>) {
  const store = memoryStore();
  const days = memoryBookDays(step);
  const { entries } = memoryReaders(store);
  const { bookDays } = days;
  return {
    ...days,
    entries,
    /** Lets a user earn `cents`; the entry carries the time `at`, whenever it is written. */
    earn(id: string, at: number, cents: number, uid = 'ana') {
      const postings = [
        { account: 'promised', asset: 'USD', delta: -cents * 10_000 },
        { account: `owed:${uid}`, asset: 'USD', delta: cents * 10_000 },
      ];
      const rest = { actor: 'system', touched: [], projected: true, seq: null };
      store.set(docs.entry(id), { kind: 'streams-distributed', at, postings, ...rest });
    },
    forget: (id: string) => store.set(docs.entry(id), { at: FIRST + 99 * DAY }),
    run: (now: number, through: Partial<Reach> = {}) =>
      closeDays({ entries, bookDays, ...othersAtClosing, ...through, clock: { now: () => now } }),
    compare: () => compareDays({ entries, bookDays }),
  };
}
