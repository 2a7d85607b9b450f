import type { Checkpoint } from './checkpoint.ts';
import { isSameHash } from './merkle.ts';
import { beginsWith } from './read-proof.ts';
import type { Read } from './read-tree.ts';

export type Comparison =
  /** The log is equal, or begins with the kept state. */
  | 'same'
  | 'grown'
  /** The log is an old state, or lines were removed. */
  | 'smaller'
  /** The log does not begin with the kept state: it was forked. */
  | 'fork'
  /** The kept state is of a log with another name. */
  | 'other';

/**
 * Compares a log with a kept state by the log's tiles.
 *
 * @throws BadFile if a tile is missing or invalid
 */
export async function compareLogs(
  read: Read,
  now: Checkpoint,
  kept: Checkpoint,
): Promise<Comparison> {
  if (kept.origin !== now.origin) return 'other';
  if (kept.size > now.size) return 'smaller';
  if (kept.size === now.size) return isSameHash(kept.root, now.root) ? 'same' : 'fork';
  return (await beginsWith(read, now, kept)) ? 'grown' : 'fork';
}
