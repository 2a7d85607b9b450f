import { shardsOfQueries } from './journal-shards.ts';
import { mergePages, oldestFirst, type Timed } from './merge-pages.ts';
import { readQueryPages } from './pages.ts';

// One query cannot name all shards, so several run in parallel and are merged in time order.

type Query = FirebaseFirestore.Query;
type Read<T> = (entry: FirebaseFirestore.QueryDocumentSnapshot) => T;

const queriesFor = (condition: Query): Query[] =>
  shardsOfQueries.map((shards) => condition.where('shard', 'in', shards).orderBy('at'));

/**
 * Lists the entries of a condition, oldest first. All queries see the same moment: with an entry they also find
 * everything written before it or with it.
 *
 * @param limit of entries, the oldest first; each query reads up to as many
 * @throws Firestore's error: it does not retry within a transaction
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

export async function countInShards(condition: Query): Promise<number> {
  const counts = await Promise.all(queriesFor(condition).map((query) => query.count().get()));
  return counts.reduce((sum, count) => sum + count.data().count, 0);
}

/**
 * Reads all entries of a condition, oldest first, in pages; at most one page of each query is in memory.
 *
 * @param size of a page of one query
 */
export const pagesByTime = <T extends Timed>(
  condition: Query,
  size: number,
  read: Read<T>,
): AsyncGenerator<T[]> =>
  mergePages(queriesFor(condition).map((query) => readQueryPages(query, size, read)));
