import { createHash } from 'node:crypto';

/**
 * Firestore takes some 500 new documents a second whose values in an index only rise, as the time of
 * journal entries does. So the indexes begin with one of these shards: 25 × 500 entries a second. A query
 * names them all, and names at most 30.
 */
export const JOURNAL_SHARDS = 25;

/** The shard of an entry: from 0 up, always the same for the same id. */
export const shardOf = (entryId: string): number =>
  createHash('sha256').update(entryId).digest().readUInt32BE() % JOURNAL_SHARDS;
