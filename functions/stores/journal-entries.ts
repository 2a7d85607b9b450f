import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { JOURNAL_SHARDS, shardOf } from './journal-shards.ts';
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

/** Reading the journal, and what may change in it: whether it has been shown, and where it is indexed. */
export interface JournalEntries {
  find(id: string): Promise<StoredEntry | undefined>;
  /** Entries not projected yet, oldest first. */
  listUnprojected(limit: number): Promise<StoredEntry[]>;
  listSince(at: number): Promise<StoredEntry[]>;
  markProjected(ids: readonly string[]): Promise<void>;
  /** Puts entries into their shards. */
  putInShards(ids: readonly string[]): Promise<void>;
  /** When the first entry from a time on was; undefined when there is none. */
  nextAt(from: number): Promise<number | undefined>;
  /** How many there are of a time, from its beginning up to but not with its end. */
  count(from: number, until: number): Promise<number>;
  /** The entries of a time, from its beginning up to but not with its end, a page at a time. */
  between(from: number, until: number): AsyncGenerator<StoredEntry[]>;
  /** All entries in the order of their ids, a page at a time. */
  pages(size: number): AsyncGenerator<StoredEntry[]>;
}

const BETWEEN_PAGE = 500;
/** Firestore takes 500 writes at once. */
const WRITES = 400;

const parseEntry = (entry: FirebaseFirestore.DocumentSnapshot): StoredEntry => ({
  id: entry.id,
  ...v.parse(entrySchema, entry.data()),
});

/** The entries that a condition finds, in the order of their times: their indexes begin with the shard. */
export const byTime = (condition: FirebaseFirestore.Query): FirebaseFirestore.Query =>
  condition.where('shard', 'in', [...Array(JOURNAL_SHARDS).keys()]).orderBy('at');

export function journalEntries(firestore: Firestore): JournalEntries {
  const journal = firestore.collection(docs.journal);
  const list = async (query: FirebaseFirestore.Query): Promise<StoredEntry[]> => {
    const { docs: found } = await query.get();
    return found.map(parseEntry);
  };
  /** Changes a field of each entry. */
  async function update(ids: readonly string[], change: (id: string) => object): Promise<void> {
    for (let start = 0; start < ids.length; start += WRITES) {
      const batch = firestore.batch();
      for (const id of ids.slice(start, start + WRITES)) batch.update(journal.doc(id), change(id));
      await batch.commit();
    }
  }
  return {
    async find(id) {
      const entry = await journal.doc(id).get();
      return entry.exists ? parseEntry(entry) : undefined;
    },

    listUnprojected: (limit) => list(byTime(journal.where('projected', '==', false)).limit(limit)),

    listSince: (at) => list(byTime(journal.where('at', '>=', at))),

    markProjected: (ids) => update(ids, () => ({ projected: true })),

    putInShards: (ids) => update(ids, (id) => ({ shard: shardOf(id) })),

    async nextAt(from) {
      const next = byTime(journal.where('at', '>=', from)).limit(1);
      const { docs: found } = await next.get();
      return found[0] && parseEntry(found[0]).at;
    },

    async count(from, until) {
      const within = byTime(journal.where('at', '>=', from).where('at', '<', until));
      return (await within.count().get()).data().count;
    },

    between(from, until) {
      const ordered = byTime(journal.where('at', '>=', from).where('at', '<', until));
      return pagesOf(ordered, BETWEEN_PAGE, parseEntry);
    },

    pages: (size) => pagesOf(journal.orderBy('__name__'), size, parseEntry),
  };
}
