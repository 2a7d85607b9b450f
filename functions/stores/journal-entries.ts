import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { countInShards, listByTime, pagesByTime } from './journal-queries.ts';
import { pagesOf } from './pages.ts';

const entrySchema = v.object({
  kind: v.string(),
  at: v.number(),
  actor: v.string(),
  postings: v.array(v.object({ account: v.string(), asset: v.string(), delta: v.number() })),
  touched: v.array(v.string()),
  projected: v.boolean(),
  seq: v.nullable(v.number()),
  shard: v.optional(v.number()),
});

/** A journal entry as the projector and the reconciliation read it. */
export interface StoredEntry extends v.InferOutput<typeof entrySchema> {
  readonly id: string;
}

/** Reading the journal, and what may change in it: whether it has been shown. */
export type JournalEntries = ReturnType<typeof journalEntries>;

/** Entries that each query of a look by time reads at once. */
const BETWEEN_PAGE = 500;
/** Firestore takes 500 writes at once. */
const WRITES = 400;

const parseEntry = (entry: FirebaseFirestore.DocumentSnapshot): StoredEntry => ({
  id: entry.id,
  ...v.parse(entrySchema, entry.data()),
});

export function journalEntries(firestore: Firestore) {
  const journal = firestore.collection(docs.journal);
  const since = (at: number) => journal.where('at', '>=', at);
  return {
    async find(id: string): Promise<StoredEntry | undefined> {
      const entry = await journal.doc(id).get();
      return entry.exists ? parseEntry(entry) : undefined;
    },

    /** Entries not projected yet, oldest first. */
    listUnprojected: (limit: number): Promise<StoredEntry[]> =>
      listByTime(journal.where('projected', '==', false), parseEntry, limit),

    listSince: (at: number): Promise<StoredEntry[]> => listByTime(since(at), parseEntry),

    async markProjected(ids: readonly string[]): Promise<void> {
      for (let start = 0; start < ids.length; start += WRITES) {
        const batch = firestore.batch();
        for (const id of ids.slice(start, start + WRITES)) {
          batch.update(journal.doc(id), { projected: true });
        }
        await batch.commit();
      }
    },

    /** When the first entry from a time on was; undefined when there is none. */
    nextAt: async (from: number): Promise<number | undefined> =>
      (await listByTime(since(from), parseEntry, 1))[0]?.at,

    /** How many there are of a time, from its beginning up to but not with its end. */
    count: (from: number, until: number): Promise<number> =>
      countInShards(since(from).where('at', '<', until)),

    /** The entries of a time, from its beginning up to but not with its end, a page at a time. */
    between: (from: number, until: number): AsyncGenerator<StoredEntry[]> =>
      pagesByTime(since(from).where('at', '<', until), BETWEEN_PAGE, parseEntry),

    /** All entries in the order of their ids, a page at a time. */
    pages: (size: number): AsyncGenerator<StoredEntry[]> =>
      pagesOf(journal.orderBy('__name__'), size, parseEntry),
  };
}
