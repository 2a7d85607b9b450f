import {
  bookDaySchema,
  type StoredBookDay,
} from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { BalanceLeaf } from '@datchain/shared/domain/public-books/balance-tree.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';

/** Leaves in one document: some 250 KB at the most. */
const CHUNK = 1_500;

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

/** The public books by day, and the balances behind their totals, which stay closed. */
export interface BookDays {
  /** The newest day; undefined before the first. */
  latest(): Promise<StoredBookDay | undefined>;
  latestClosed(): Promise<StoredBookDay | undefined>;
  /** The balances of a generation, in the order of their tree. */
  balancesOf(generation: string): Promise<BalanceLeaf[]>;
  /** Balances first, then the day that names them: a reader finds all or nothing. */
  publish(day: StoredBookDay, leaves: readonly BalanceLeaf[]): Promise<void>;
  /** Forgets balances that no day given here names. */
  forgetBalancesBut(generations: readonly string[]): Promise<void>;
}

export function bookDays(firestore: Firestore): BookDays {
  const days = firestore.collection(docs.bookDays);
  const balances = firestore.collection(docs.bookBalances);
  const first = async (query: FirebaseFirestore.Query): Promise<StoredBookDay | undefined> => {
    const { docs: found } = await query.limit(1).get();
    return found[0] && v.parse(bookDaySchema, found[0].data());
  };
  return {
    latest: () => first(days.orderBy('date', 'desc')),
    latestClosed: () => first(days.where('isClosed', '==', true).orderBy('date', 'desc')),

    async balancesOf(generation) {
      const { docs: found } = await balances.where('generation', '==', generation).get();
      return found
        .map((chunk) => v.parse(chunkSchema, chunk.data()))
        .sort((a, b) => a.part - b.part)
        .flatMap(({ leaves }) => leaves);
    },

    async publish(day, leaves) {
      const { generation } = day;
      for (let part = 0; part * CHUNK < leaves.length; part++) {
        const some = leaves.slice(part * CHUNK, (part + 1) * CHUNK);
        const chunk = { generation, part, leaves: some };
        await balances.doc(`${generation}:${part}`).set(chunk);
      }
      await days.doc(day.date).set(day);
    },

    async forgetBalancesBut(generations) {
      const { docs: found } = await balances.select('generation').get();
      const old = found.filter((chunk) => !generations.includes(chunk.get('generation')));
      for (const chunk of old) await chunk.ref.delete();
    },
  };
}
