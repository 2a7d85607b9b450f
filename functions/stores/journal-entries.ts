import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { countInShards, listByTime, pagesByTime } from './journal-queries.ts';
import { readQueryPages } from './pages.ts';

const entrySchema = v.object({
  kind: v.string(),
  at: v.number(),
  actor: v.string(),
  postings: v.array(v.object({ account: v.string(), asset: v.string(), delta: v.number() })),
  touched: v.array(v.string()),
  refs: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  projected: v.boolean(),
  seq: v.nullable(v.number()),
  shard: v.optional(v.number()),
});

export interface StoredEntry extends v.InferOutput<typeof entrySchema> {
  readonly id: string;
}

/** Reads of the journal, and its one mutable field: whether an entry has been projected. */
export type JournalEntries = ReturnType<typeof journalEntries>;

const QUERY_PAGE_SIZE = 500;
/** Limit of writes in one batch; Firestore takes 500. */
const BATCH_SIZE = 400;

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

    /** Lists entries that are not projected yet, oldest first. */
    listUnprojected: (limit: number): Promise<StoredEntry[]> =>
      listByTime(journal.where('projected', '==', false), parseEntry, limit),

    listSince: (at: number): Promise<StoredEntry[]> => listByTime(since(at), parseEntry),

    async markProjected(ids: readonly string[]): Promise<void> {
      for (let start = 0; start < ids.length; start += BATCH_SIZE) {
        const batch = firestore.batch();
        for (const id of ids.slice(start, start + BATCH_SIZE)) {
          batch.update(journal.doc(id), { projected: true });
        }
        await batch.commit();
      }
    },

    nextAt: async (from: number): Promise<number | undefined> =>
      (await listByTime(since(from), parseEntry, 1))[0]?.at,

    count: (from: number, until: number): Promise<number> =>
      countInShards(since(from).where('at', '<', until)),

    between: (from: number, until: number): AsyncGenerator<StoredEntry[]> =>
      pagesByTime(since(from).where('at', '<', until), QUERY_PAGE_SIZE, parseEntry),

    pages: (size: number): AsyncGenerator<StoredEntry[]> =>
      readQueryPages(journal.orderBy('__name__'), size, parseEntry),
  };
}
