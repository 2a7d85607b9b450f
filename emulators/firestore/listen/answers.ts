import type { DatabaseName, Micros, Refusal } from '../contract.ts';
import type { Json } from '../query/json.ts';
import { writeName } from '../values/resource-names.ts';
import { writeTime } from '../values/times.ts';
import type { Hidden, Target } from './target.ts';

/** A moment of the data, as a client hands it back when it resumes: the version. */
export const tokenOf = (version: Micros): string => Buffer.from(String(version)).toString('base64');

/** The version in a token; undefined when it is not one of ours. */
export function versionOf(token: string): Micros | undefined {
  const text = Buffer.from(token, 'base64').toString();
  return /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}

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
  resumeToken: tokenOf(version),
  readTime: writeTime(version),
});

/** How many documents a target shows, to a client that resumes. */
export const existenceFilter = (id: number, count: number): Json => ({
  filter: { targetId: id, count },
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
