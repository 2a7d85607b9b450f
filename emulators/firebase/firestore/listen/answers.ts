import type { DatabaseName, Micros, Refusal } from '../contract.ts';
import type { Json } from '../query/json.ts';
import { writeName } from '../values/resource-names.ts';
import { writeTime } from '../values/times.ts';
import type { Hidden, Target } from './target.ts';

/** A TargetChange that says what becomes of a target. */
export const changeOf = (targetChangeType: 'ADD' | 'REMOVE' | 'RESET', id: number): Json => ({
  targetChange: { targetChangeType, targetIds: [id] },
});

/** The end of a target that is refused, or may not look any more. */
export const refused = ({ code, message }: Refusal, id: number): Json => ({
  targetChange: { targetChangeType: 'REMOVE', targetIds: [id], cause: { code, message } },
});

/** The target has told all that is there at this moment. */
export const current = (id: number, version: Micros): Json => ({
  targetChange: { targetChangeType: 'CURRENT', targetIds: [id], ...at(version) },
});

/** All targets have told all that is there at this moment: a snapshot. */
export const snapshot = (version: Micros): Json => ({
  targetChange: { targetChangeType: 'NO_CHANGE', ...at(version) },
});

const at = (version: Micros) => ({
  resumeToken: Buffer.from(String(version)).toString('base64'),
  readTime: writeTime(version),
});

/** A document that a target shows. */
export const shown = (document: Json, id: number): Json => ({
  documentChange: { document, targetIds: [id] },
});

interface Circumstances {
  readonly id: number;
  readonly target: Target;
  readonly name: DatabaseName;
  readonly version: Micros;
  /** Whether the client may see what became of a document that it is not shown any more. */
  readonly maySee: (hidden: Hidden) => boolean;
}

/** A document that a target does not show any more: deleted, changed, or out of view. */
export function hidden(each: Hidden, { id, target, name, version, maySee }: Circumstances): Json {
  const document = writeName(name, each.path);
  const common = { document, removedTargetIds: [id], readTime: writeTime(version) };
  if (!each.document) return { documentDelete: common };
  if (!maySee(each)) return { documentRemove: common };
  return { documentChange: { document: target.json(each.document), removedTargetIds: [id] } };
}
