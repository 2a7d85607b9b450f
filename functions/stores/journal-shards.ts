import { createHash } from 'node:crypto';

/**
 * Firestore takes some 500 new documents a second whose values in an index only rise, as the time of
 * journal entries does. So the indexes begin with one of these shards: 100 × 500 entries a second.
 */
export const JOURNAL_SHARDS = 100;
/** Shards that one query names with `in`: Firestore takes 30. */
const A_QUERY = 25;

/** The shard of an entry: from 0 up, always the same for the same id. */
export const shardOf = (entryId: string): number =>
  createHash('sha256').update(entryId).digest().readUInt32BE() % JOURNAL_SHARDS;

const shards: readonly number[] = [...Array(JOURNAL_SHARDS).keys()];

/** The shards that each query of a look by time names: together all, each once. */
export const shardsOfQueries: readonly (readonly number[])[] = Array.from(
  { length: Math.ceil(JOURNAL_SHARDS / A_QUERY) },
  (_, query) => shards.slice(query * A_QUERY, (query + 1) * A_QUERY),
);
