import type { Checkpoint } from './checkpoint.ts';
import { isSameHash } from './merkle.ts';
import { beginsWith } from './read-proof.ts';
import type { Read } from './read-tree.ts';

/** How a log is related to what was kept of it earlier. */
export type Comparison =
  /** The same, or it begins with what was kept. */
  | 'same'
  | 'grown'
  /** An old state, or lines were taken away. */
  | 'smaller'
  /** It does not begin with what was kept: there are two. */
  | 'fork'
  /** What was kept is of a log with another name. */
  | 'other';

/**
 * Compares a log with what was kept of it, by the log's tiles.
 *
 * @throws BadFile
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
