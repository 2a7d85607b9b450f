import {
  bookDaySchema,
  type StoredBookDay,
} from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Due } from '@datchain/shared/domain/public-books/coins.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { pagesOf } from './pages.ts';
import { marksOf } from './public-changes.ts';

/** Leaves in one document: some 250 KB at the most. */
const CHUNK = 1_500;
/** Ids of entries in one document: some 100 KB. */
const IDS = 1_000;

/** Coins in one document: below 128 KB. */
const COINS = 1_600;

const coinsSchema = v.object({ part: v.number(), text: v.string() });

const chunkSchema = v.object({
  generation: v.string(),
  part: v.number(),
  leaves: v.array(
    v.object({
      uid: v.string(),
      salt: v.string(),
      owedMicros: v.number(),
      tokens: v.number(),
      rewardTokens: v.number(),
    }),
  ),
});

const generationSchema = v.object({ generation: v.string(), over: v.nullable(v.string()) });

const idsSchema = v.object({ part: v.number(), ids: v.array(v.string()) });

/** The public books by day, and the balances behind their totals, which stay closed. */
export type BookDays = ReturnType<typeof bookDays>;

/** What is stored behind days: the balances, the lists of entries, and those of coins. */
export type Behind = 'balances' | 'entries' | 'coins';

/** What is owed to a user. */
export interface UserBalance extends Due {
  readonly uid: string;
  /** The user's secret number, in hexadecimal: only they are told it. */
  readonly salt: string;
}

/** What one run has stored behind the day that it writes, or wanted to write. */
export interface Generation {
  readonly generation: string;
  /** That of the newest day when the run began to count, which it goes on from or replaces. */
  readonly over: string | null;
}

/** What a day is made of, and stays closed. */
export interface BehindDay {
  readonly balances: readonly UserBalance[];
  /** Its list of coins, when it is closed. */
  readonly coins?: string;
  /** The entries it counts; they are kept when it is closed. */
  readonly ids: readonly string[];
  /**
   * The generation of the newest day, read before anything was counted; null when there was none.
   */
  readonly over: string | null;
}

/** The documents behind a day, in parts that fit. */
export function daysBehind(
  { generation, isClosed }: Pick<StoredBookDay, 'generation' | 'isClosed'>,
  { balances, ids, over, coins = '' }: BehindDay,
): { path: string; data: Record<string, unknown> }[] {
  const parts = (count: number, size: number) =>
    Array.from({ length: Math.ceil(count / size) }, (_, part) => part);
  const lines = coins.match(/.+\n/g) ?? [];
  const named = (collection: string, part: number, data: object) => ({
    path: `${collection}/${generation}:${part}`,
    data: { generation, over, part, ...data },
  });
  return [
    ...parts(balances.length, CHUNK).map((part) =>
      named(docs.bookBalances, part, { leaves: balances.slice(part * CHUNK, (part + 1) * CHUNK) }),
    ),
    ...parts(lines.length, COINS).map((part) =>
      named(docs.bookCoins, part, {
        text: lines.slice(part * COINS, (part + 1) * COINS).join(''),
      }),
    ),
    ...parts(isClosed ? ids.length : 0, IDS).map((part) =>
      named(docs.bookEntries, part, { ids: ids.slice(part * IDS, (part + 1) * IDS) }),
    ),
  ];
}

export function bookDays(firestore: Firestore) {
  const days = firestore.collection(docs.bookDays);
  const balances = firestore.collection(docs.bookBalances);
  const counted = firestore.collection(docs.bookEntries);
  const coins = firestore.collection(docs.bookCoins);
  const behind: Readonly<Record<Behind, typeof days>> = { balances, entries: counted, coins };
  const newestFirst = days.orderBy('date', 'desc');
  const closedDays = days.where('isClosed', '==', true).orderBy('date', 'desc');
  const first = async (query: FirebaseFirestore.Query): Promise<StoredBookDay | undefined> => {
    const { docs: found } = await query.limit(1).get();
    return found[0] && v.parse(bookDaySchema, found[0].data());
  };
  return {
    /** The newest day; undefined before the first. */
    latest: (): Promise<StoredBookDay | undefined> => first(newestFirst),
    latestClosed: (): Promise<StoredBookDay | undefined> => first(closedDays),
    /** The newest closed day before another one. */
    closedBefore: (date: string): Promise<StoredBookDay | undefined> =>
      first(closedDays.where('date', '<', date)),

    /** All closed days, or those after a date, oldest first. */
    async *closed(after: string = ''): AsyncGenerator<StoredBookDay> {
      const oldestFirst = days.where('date', '>', after).orderBy('date');
      for await (const page of pagesOf(oldestFirst, 100, (day) =>
        v.parse(bookDaySchema, day.data()),
      )) {
        yield* page.filter(({ isClosed }) => isClosed);
      }
    },

    /** Which entries a closed day has counted; none where it was closed before that was kept. */
    async entriesOf(generation: string): Promise<string[]> {
      const { docs: found } = await counted.where('generation', '==', generation).get();
      return found
        .map((chunk) => v.parse(idsSchema, chunk.data()))
        .sort((a, b) => a.part - b.part)
        .flatMap(({ ids }) => ids);
    },

    /** The list of coins of a generation. */
    async coinsOf(generation: string): Promise<string> {
      const { docs: found } = await coins.where('generation', '==', generation).get();
      return found
        .map((chunk) => v.parse(coinsSchema, chunk.data()))
        .sort((a, b) => a.part - b.part)
        .map(({ text }) => text)
        .join('');
    },

    /** Everyone's balance of a generation. */
    async balancesOf(generation: string): Promise<UserBalance[]> {
      const { docs: found } = await balances.where('generation', '==', generation).get();
      return found
        .map((chunk) => v.parse(chunkSchema, chunk.data()))
        .sort((a, b) => a.part - b.part)
        .flatMap(({ leaves }) => leaves);
    },

    /**
     * Balances and entries first, then the day that names them: a reader finds all or nothing. The
     * day is written only while the newest one is still that which it goes on from (`behind.over`).
     *
     * @returns false when someone else has written a day since, which stays as it is
     */
    async publish(day: StoredBookDay, from: BehindDay): Promise<boolean> {
      for (const { path, data } of daysBehind(day, from)) await firestore.doc(path).set(data);
      return firestore.runTransaction(async (transaction) => {
        const own = days.doc(day.date);
        // Each write changes the newest day: as long as it is the same, no one has written any.
        const { docs: newest } = await transaction.get(newestFirst.limit(1));
        const stored = await transaction.get(own);
        const isSame = (newest[0]?.get('generation') ?? null) === from.over;
        if (!isSame || stored.get('isClosed') === true) return false;
        transaction.set(own, day);
        for (const { path, data } of marksOf([own.path]))
          transaction.set(firestore.doc(path), data);
        return true;
      });
    },

    /** All that is stored behind days, named by one or not. */
    async generations(of: Behind): Promise<Generation[]> {
      const { docs: found } = await behind[of].select('generation', 'over').get();
      const all = found.map((chunk) => v.parse(generationSchema, chunk.data()));
      return [...new Map(all.map((one) => [one.generation, one])).values()];
    },

    /** Forgets what is stored of a generation. */
    async forget(of: Behind, generation: string): Promise<void> {
      const { docs: found } = await behind[of].where('generation', '==', generation).get();
      for (const chunk of found) await chunk.ref.delete();
    },
  };
}
