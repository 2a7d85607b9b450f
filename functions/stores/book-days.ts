import {
  bookDaySchema,
  type StoredBookDay,
} from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { type Behind, booksBehind, type Generation } from './books-behind.ts';
import { readQueryPages } from './pages.ts';
import { makeMarks } from './public-changes.ts';

const generationSchema = v.object({ generation: v.string(), over: v.nullable(v.string()) });

export type BookDays = ReturnType<typeof bookDays>;

export function bookDays(firestore: Firestore) {
  const days = firestore.collection(docs.bookDays);
  const behind: Readonly<Record<Behind, typeof days>> = {
    balances: firestore.collection(docs.bookBalances),
    entries: firestore.collection(docs.bookEntries),
    coins: firestore.collection(docs.bookCoins),
  };
  const newestFirst = days.orderBy('date', 'desc');
  const closedDays = days.where('isClosed', '==', true).orderBy('date', 'desc');
  const first = async (query: FirebaseFirestore.Query): Promise<StoredBookDay | undefined> => {
    const { docs: found } = await query.limit(1).get();
    return found[0] && v.parse(bookDaySchema, found[0].data());
  };
  return {
    ...booksBehind({
      async read(paths) {
        const found = await firestore.getAll(...paths.map((path) => firestore.doc(path)));
        return found.map((document) => document.data());
      },
      async write(path, data) {
        await firestore.doc(path).set(data);
      },
    }),

    latest: (): Promise<StoredBookDay | undefined> => first(newestFirst),
    latestClosed: (): Promise<StoredBookDay | undefined> => first(closedDays),
    closedBefore: (date: string): Promise<StoredBookDay | undefined> =>
      first(closedDays.where('date', '<', date)),

    async find(date: string): Promise<StoredBookDay | undefined> {
      const data = (await days.doc(date).get()).data();
      return data && v.parse(bookDaySchema, data);
    },

    /** Reads all closed days, or those after a date, oldest first. */
    async *closed(after: string = ''): AsyncGenerator<StoredBookDay> {
      const oldestFirst = days.where('date', '>', after).orderBy('date');
      for await (const page of readQueryPages(oldestFirst, 100, (day) =>
        v.parse(bookDaySchema, day.data()),
      )) {
        yield* page.filter(({ isClosed }) => isClosed);
      }
    },

    /**
     * Writes a day once everything behind it is written: a reader finds all or nothing. The day is written only
     * if the newest day is still the one it continues (`over`).
     *
     * @returns false when someone else has written a day since, which stays as it is
     */
    publish: (day: StoredBookDay, over: Generation['over']): Promise<boolean> =>
      firestore.runTransaction(async (transaction) => {
        const own = days.doc(day.date);
        // Each write changes the newest day, so an unchanged newest day means that no one has written.
        const { docs: newest } = await transaction.get(newestFirst.limit(1));
        const stored = await transaction.get(own);
        const isSame = (newest[0]?.get('generation') ?? null) === over;
        if (!isSame || stored.get('isClosed') === true) return false;
        transaction.set(own, day);
        for (const { path, data } of makeMarks([own.path]))
          transaction.set(firestore.doc(path), data);
        return true;
      }),

    /** Lists the generations that have data: each has a first document from its first write to its last deletion. */
    async generations(of: Behind): Promise<Generation[]> {
      const firsts = behind[of].where('part', '==', 0).select('generation', 'over');
      return (await firsts.get()).docs.map((found) => v.parse(generationSchema, found.data()));
    },

    async forget(of: Behind, generation: string): Promise<void> {
      const stored = await behind[of].where('generation', '==', generation).select('part').get();
      const lastFirst = stored.docs.sort((a, b) => b.get('part') - a.get('part'));
      for (const { ref } of lastFirst) await ref.delete();
    },
  };
}
