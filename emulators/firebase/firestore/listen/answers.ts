import type { DatabaseName, Micros, Refusal } from '../contract.ts';
import type { Json } from '../query/json.ts';
import { writeName } from '../values/resource-names.ts';
import { writeTime } from '../values/times.ts';
import type { Hidden, Target } from './target.ts';

export const makeTargetChange = (
  targetChangeType: 'ADD' | 'REMOVE' | 'RESET',
  id: number,
): Json => ({
  targetChange: { targetChangeType, targetIds: [id] },
});

/** Formats the end of a target that the rules refuse, now or later. */
export const refused = ({ code, message }: Refusal, id: number): Json => ({
  targetChange: { targetChangeType: 'REMOVE', targetIds: [id], cause: { code, message } },
});

export const current = (id: number, version: Micros): Json => ({
  targetChange: { targetChangeType: 'CURRENT', targetIds: [id], ...at(version) },
});

/** Reports a snapshot: all targets are up to date at this time. */
export const snapshot = (version: Micros): Json => ({
  targetChange: { targetChangeType: 'NO_CHANGE', ...at(version) },
});

const at = (version: Micros) => ({
  resumeToken: Buffer.from(String(version)).toString('base64'),
  readTime: writeTime(version),
});

export const shown = (document: Json, id: number): Json => ({
  documentChange: { document, targetIds: [id] },
});

interface Circumstances {
  readonly id: number;
  readonly target: Target;
  readonly name: DatabaseName;
  readonly version: Micros;
  /** Whether the client may read a document that has left the target. */
  readonly maySee: (hidden: Hidden) => boolean;
}

/** Formats a document that left a target: deleted, changed, or no longer readable. */
export function hidden(each: Hidden, { id, target, name, version, maySee }: Circumstances): Json {
  const document = writeName(name, each.path);
  const common = { document, removedTargetIds: [id], readTime: writeTime(version) };
  if (!each.document) return { documentDelete: common };
  if (!maySee(each)) return { documentRemove: common };
  return { documentChange: { document: target.json(each.document), removedTargetIds: [id] } };
}
