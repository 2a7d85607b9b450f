import { type Asset, imbalance } from '@datchain/shared/domain/books/postings.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';
import { shardOf } from '../stores/journal-shards.ts';

/** How long an entry may be on its way to the screens. */
const MAX_PROJECTION_MILLIS = MINUTE_MILLIS;

/** Checks that an entry is balanced and found by time. */
export function compareEntry({ id, postings, shard }: StoredEntry): string[] {
  const off = imbalance(postings.map((one) => ({ ...one, asset: one.asset as Asset })));
  return [
    ...(Object.keys(off).length > 0 ? [`entry ${id} does not sum to zero`] : []),
    ...(shard === shardOf(id) ? [] : [`entry ${id} is not in its shard: nothing finds it by time`]),
  ];
}

export const findUnshown = ({ id, at, projected }: StoredEntry, now: Millis): string[] =>
  !projected && at < now - MAX_PROJECTION_MILLIS
    ? [`entry ${id} was never shown on the screens`]
    : [];
