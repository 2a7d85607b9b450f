import {
  bookDaySchema,
  type StoredBookDay,
} from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { BalanceLeaf } from '@datchain/shared/domain/public-books/balance-tree.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { pagesOf } from './pages.ts';

/** Leaves in one document: some 250 KB at the most. */
const CHUNK = 1_500;
/** Ids of entries in one document: some 100 KB. */
const IDS = 1_000;

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

const idsSchema = v.object({ part: v.number(), ids: v.array(v.string()) });

/** The public books by day, and the balances behind their totals, which stay closed. */
export interface BookDays {
  /** The newest day; undefined before the first. */
  latest(): Promise<StoredBookDay | undefined>;
  latestClosed(): Promise<StoredBookDay | undefined>;
  /** The newest closed day before another one. */
  closedBefore(date: string): Promise<StoredBookDay | undefined>;
  /** All closed days, oldest first. */
  closed(): AsyncGenerator<StoredBookDay>;
  /** The balances of a generation, in the order of their tree. */
  balancesOf(generation: string): Promise<BalanceLeaf[]>;
  /** Which entries a closed day has counted; none where it was closed before that was kept. */
  entriesOf(generation: string): Promise<string[]>;
  /**
   * Balances and entries first, then the day that names them: a reader finds all or nothing.
   *
   * @returns false when the day was closed by somebody else, which stays as it is
   */
  publish(day: StoredBookDay, behind: BehindDay): Promise<boolean>;
  /** Forgets balances that no day given here names. */
  forgetBalancesBut(generations: readonly string[]): Promise<void>;
}

/** What a day is made of, and stays closed. */
export interface BehindDay {
  readonly leaves: readonly BalanceLeaf[];
  /** The entries it counts; they are kept when it is closed. */
  readonly ids: readonly string[];
}

export function bookDays(firestore: Firestore): BookDays {
  const days = firestore.collection(docs.bookDays);
  const balances = firestore.collection(docs.bookBalances);
  const counted = firestore.collection(docs.bookEntries);
  const closedDays = days.where('isClosed', '==', true).orderBy('date', 'desc');
  const first = async (query: FirebaseFirestore.Query): Promise<StoredBookDay | undefined> => {
    const { docs: found } = await query.limit(1).get();
    return found[0] && v.parse(bookDaySchema, found[0].data());
  };
  return {
    latest: () => first(days.orderBy('date', 'desc')),
    latestClosed: () => first(closedDays),
    closedBefore: (date) => first(closedDays.where('date', '<', date)),

    async *closed() {
      const oldestFirst = days.orderBy('date');
      for await (const page of pagesOf(oldestFirst, 100, (day) =>
        v.parse(bookDaySchema, day.data()),
      )) {
        yield* page.filter(({ isClosed }) => isClosed);
      }
    },

    async entriesOf(generation) {
      const { docs: found } = await counted.where('generation', '==', generation).get();
      return found
        .map((chunk) => v.parse(idsSchema, chunk.data()))
        .sort((a, b) => a.part - b.part)
        .flatMap(({ ids }) => ids);
    },

    async balancesOf(generation) {
      const { docs: found } = await balances.where('generation', '==', generation).get();
      return found
        .map((chunk) => v.parse(chunkSchema, chunk.data()))
        .sort((a, b) => a.part - b.part)
        .flatMap(({ leaves }) => leaves);
    },

    async publish(day, { leaves, ids }) {
      const { generation, isClosed } = day;
      for (let part = 0; part * CHUNK < leaves.length; part++) {
        const some = leaves.slice(part * CHUNK, (part + 1) * CHUNK);
        const chunk = { generation, part, leaves: some };
        await balances.doc(`${generation}:${part}`).set(chunk);
      }
      for (let part = 0; isClosed && part * IDS < ids.length; part++) {
        const chunk = { generation, part, ids: ids.slice(part * IDS, (part + 1) * IDS) };
        await counted.doc(`${generation}:${part}`).set(chunk);
      }
      return firestore.runTransaction(async (transaction) => {
        const stored = await transaction.get(days.doc(day.date));
        if (stored.get('isClosed') === true) return false;
        transaction.set(stored.ref, day);
        return true;
      });
    },

    async forgetBalancesBut(generations) {
      const { docs: found } = await balances.select('generation').get();
      const old = found.filter((chunk) => !generations.includes(chunk.get('generation')));
      for (const chunk of old) await chunk.ref.delete();
    },
  };
}
