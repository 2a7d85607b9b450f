import { createHash } from 'node:crypto';

/**
 * Number of shards. Firestore takes about 500 new documents a second if an indexed value only rises, as journal
 * times do. Indexes begin with a shard instead: 100 × 500 entries a second.
 */
export const JOURNAL_SHARDS = 100;
/** Shards that one query names with `in`; Firestore takes 30. */
const SHARDS_PER_QUERY = 25;

/** Returns the shard of an entry, from 0, always the same for the same id. */
export const shardOf = (entryId: string): number =>
  createHash('sha256').update(entryId).digest().readUInt32BE() % JOURNAL_SHARDS;

const shards: readonly number[] = [...Array(JOURNAL_SHARDS).keys()];

export const shardsOfQueries: readonly (readonly number[])[] = Array.from(
  { length: Math.ceil(JOURNAL_SHARDS / SHARDS_PER_QUERY) },
  (_, query) => shards.slice(query * SHARDS_PER_QUERY, (query + 1) * SHARDS_PER_QUERY),
);
