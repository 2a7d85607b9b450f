import {
  type CheckedNote,
  checkNote,
  checkPolicy,
  failure,
  isFailure,
  places,
  type Sighting,
} from './check-note.ts';
import { type CheckOptions, checkTree } from './check-tree.ts';
import type { Doubt, Failure } from './faults.ts';
import { type Edge, isSameHash } from './merkle.ts';
import { hasQuorum, type Policy } from './policy.ts';
import type { Read } from './read-tree.ts';

export interface Sound {
  readonly ok: true;
  readonly origin: string;
  readonly size: number;
  readonly edge: Edge;
  readonly root: Uint8Array;
  readonly seen: readonly Sighting[];
  readonly isSigned: boolean;
  /** The time as of which the log is current: the latest cosignature's, or the last entry's. */
  readonly asOfMillis: number;
  readonly doubts: readonly Doubt[];
}

export type Verdict = Sound | Failure;

/** A required file is missing. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

async function mustRead(read: Read, path: string): Promise<Uint8Array> {
  const bytes = await read(path);
  if (!bytes) throw new Unreadable(`There is no ${path}`);
  return bytes;
}

/**
 * Checks a published log in the order of docs/verify-log.md and returns the first fault.
 *
 * @throws Unreadable without a checkpoint or policy
 */
export async function checkLog(read: Read, options: CheckOptions): Promise<Verdict> {
  const policy = options.policy ?? checkPolicy(await mustRead(read, places.policy));
  if (isFailure(policy)) return policy;
  const note = await checkNote(await mustRead(read, places.checkpoint), policy);
  if (isFailure(note)) return note;
  const { checkpoint } = note;
  const { kept } = options;
  if (kept?.size === checkpoint.size && !isSameHash(kept.root, checkpoint.root)) {
    return failure(places.checkpoint, 0, 'fork');
  }
  const tree = await checkTree(read, checkpoint, options);
  if (isFailure(tree)) return tree;
  return judged(note, tree, policy, options);
}

function judged(
  { checkpoint, seen, isSigned }: CheckedNote,
  { edge, last }: { readonly edge: Edge; readonly last: Uint8Array | undefined },
  policy: Policy,
  { entries, kept, stale }: CheckOptions,
): Sound {
  const times = seen.map(({ seconds }) => seconds * 1_000);
  const asOfMillis = times.length > 0 ? Math.max(...times) : last ? entries.millisOf(last) : 0;
  const doubts: Doubt[] = [];
  if (kept && kept.size > checkpoint.size) doubts.push('smaller');
  if (isSigned && !hasQuorum(policy, new Set(seen.map(({ name }) => name)))) doubts.push('quorum');
  if (stale && stale.nowMillis - asOfMillis > stale.hours * 3_600_000) doubts.push('stale');
  const { origin, size, root } = checkpoint;
  return { ok: true, origin, size, edge, root, seen, isSigned, asOfMillis, doubts };
}
