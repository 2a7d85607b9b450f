import {
  bookDaySchema,
  type StoredBookDay,
} from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Due } from '@datchain/shared/domain/public-books/coins.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { readQueryPages } from './pages.ts';
import { makeMarks } from './public-changes.ts';

/** Leaves in one document: up to about 250 KB. */
const BALANCE_CHUNK_SIZE = 1_500;
/** Ids of entries in one document: about 100 KB. */
const ENTRY_CHUNK_SIZE = 1_000;

/** Coins in one document: below 128 KB. */
const COIN_CHUNK_SIZE = 1_600;

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

export type BookDays = ReturnType<typeof bookDays>;

export type Behind = 'balances' | 'entries' | 'coins';

export interface UserBalance extends Due {
  readonly uid: string;
  /** The user's secret number, in hexadecimal; only the user learns it. */
  readonly salt: string;
}

/** The data that one run has stored behind the day it writes, or wanted to write. */
export interface Generation {
  readonly generation: string;
  readonly over: string | null;
}

export interface BehindDay {
  readonly balances: readonly UserBalance[];
  readonly coins?: string;
  /** Ids of the counted entries; stored only for a closed day. */
  readonly ids: readonly string[];
  /** The generation of the newest day, read before anything was counted; null if there was none. */
  readonly over: string | null;
}

/** Splits the data behind a day into documents that fit Firestore's limit. */
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
    ...parts(balances.length, BALANCE_CHUNK_SIZE).map((part) =>
      named(docs.bookBalances, part, {
        leaves: balances.slice(part * BALANCE_CHUNK_SIZE, (part + 1) * BALANCE_CHUNK_SIZE),
      }),
    ),
    ...parts(lines.length, COIN_CHUNK_SIZE).map((part) =>
      named(docs.bookCoins, part, {
        text: lines.slice(part * COIN_CHUNK_SIZE, (part + 1) * COIN_CHUNK_SIZE).join(''),
      }),
    ),
    ...parts(isClosed ? ids.length : 0, ENTRY_CHUNK_SIZE).map((part) =>
      named(docs.bookEntries, part, {
        ids: ids.slice(part * ENTRY_CHUNK_SIZE, (part + 1) * ENTRY_CHUNK_SIZE),
      }),
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
    latest: (): Promise<StoredBookDay | undefined> => first(newestFirst),
    latestClosed: (): Promise<StoredBookDay | undefined> => first(closedDays),
    closedBefore: (date: string): Promise<StoredBookDay | undefined> =>
      first(closedDays.where('date', '<', date)),

    /** Reads all closed days, or those after a date, oldest first. */
    async *closed(after: string = ''): AsyncGenerator<StoredBookDay> {
      const oldestFirst = days.where('date', '>', after).orderBy('date');
      for await (const page of readQueryPages(oldestFirst, 100, (day) =>
        v.parse(bookDaySchema, day.data()),
      )) {
        yield* page.filter(({ isClosed }) => isClosed);
      }
    },

    /** Lists the entries that a closed day has counted; empty for days closed before that was stored. */
    async entriesOf(generation: string): Promise<string[]> {
      const { docs: found } = await counted.where('generation', '==', generation).get();
      return found
        .map((chunk) => v.parse(idsSchema, chunk.data()))
        .sort((a, b) => a.part - b.part)
        .flatMap(({ ids }) => ids);
    },

    async coinsOf(generation: string): Promise<string> {
      const { docs: found } = await coins.where('generation', '==', generation).get();
      return found
        .map((chunk) => v.parse(coinsSchema, chunk.data()))
        .sort((a, b) => a.part - b.part)
        .map(({ text }) => text)
        .join('');
    },

    async balancesOf(generation: string): Promise<UserBalance[]> {
      const { docs: found } = await balances.where('generation', '==', generation).get();
      return found
        .map((chunk) => v.parse(chunkSchema, chunk.data()))
        .sort((a, b) => a.part - b.part)
        .flatMap(({ leaves }) => leaves);
    },

    /**
     * Writes the data behind a day first, then the day that names it: a reader finds all or nothing. The day is
     * written only if the newest day is still the one it continues (`from.over`).
     *
     * @returns false when someone else has written a day since, which stays as it is
     */
    async publish(day: StoredBookDay, from: BehindDay): Promise<boolean> {
      for (const { path, data } of daysBehind(day, from)) await firestore.doc(path).set(data);
      return firestore.runTransaction(async (transaction) => {
        const own = days.doc(day.date);
        // Each write changes the newest day, so an unchanged newest day means that no one has written.
        const { docs: newest } = await transaction.get(newestFirst.limit(1));
        const stored = await transaction.get(own);
        const isSame = (newest[0]?.get('generation') ?? null) === from.over;
        if (!isSame || stored.get('isClosed') === true) return false;
        transaction.set(own, day);
        for (const { path, data } of makeMarks([own.path]))
          transaction.set(firestore.doc(path), data);
        return true;
      });
    },

    async generations(of: Behind): Promise<Generation[]> {
      const { docs: found } = await behind[of].select('generation', 'over').get();
      const all = found.map((chunk) => v.parse(generationSchema, chunk.data()));
      return [...new Map(all.map((one) => [one.generation, one])).values()];
    },

    async forget(of: Behind, generation: string): Promise<void> {
      const { docs: found } = await behind[of].where('generation', '==', generation).get();
      for (const chunk of found) await chunk.ref.delete();
    },
  };
}
