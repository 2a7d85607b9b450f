import { shardsOfQueries } from './journal-shards.ts';
import { mergePages, oldestFirst, type Timed } from './merge-pages.ts';
import { pagesOf } from './pages.ts';

// A look by time is several queries, since one cannot name all shards. They run side by side, and
// what they find is in the order in which one would have found it.

type Query = FirebaseFirestore.Query;
type Read<T> = (entry: FirebaseFirestore.QueryDocumentSnapshot) => T;

const queriesFor = (condition: Query): Query[] =>
  shardsOfQueries.map((shards) => condition.where('shard', 'in', shards).orderBy('at'));

/**
 * The entries that a condition finds, oldest first. All queries see the same moment: where they find
 * an entry they also find what was written before it or with it, as one query would.
 *
 * @param limit how many at most, the oldest; each query reads up to as many
 * @throws what Firestore throws: it does not try again within a transaction
 */
export async function listByTime<T extends Timed>(
  condition: Query,
  read: Read<T>,
  limit?: number,
): Promise<T[]> {
  const queries = queriesFor(limit === undefined ? condition : condition.limit(limit));
  const found = await condition.firestore.runTransaction(
    (moment) => Promise.all(queries.map((query) => moment.get(query))),
    { readOnly: true },
  );
  const entries = found.flatMap(({ docs }) => docs.map(read));
  return entries.sort(oldestFirst).slice(0, limit);
}

/** How many entries a condition finds. */
export async function countInShards(condition: Query): Promise<number> {
  const counts = await Promise.all(queriesFor(condition).map((query) => query.count().get()));
  return counts.reduce((sum, count) => sum + count.data().count, 0);
}

/**
 * All entries that a condition finds, oldest first, in pages: at most one of each query is in memory.
 *
 * @param size of a page that a query reads
 */
export const pagesByTime = <T extends Timed>(
  condition: Query,
  size: number,
  read: Read<T>,
): AsyncGenerator<T[]> =>
  mergePages(queriesFor(condition).map((query) => pagesOf(query, size, read)));
