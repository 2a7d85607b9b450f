import type { Segments } from '../contract.ts';
import { invalid } from '../query/json.ts';
import { parseFieldPath } from '../values/field-paths.ts';

const clause = /^\s*((?:[^\s`]|`(?:[^`\\]|\\.)*`)+)(?:\s+(asc|desc))?\s*$/i;

/** One field of an order. */
export interface OrderBy {
  readonly field: Segments;
  /** The Order message that asks for it. */
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * Reads the order of a list: `price desc, name`.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function readOrderBy(text: string): readonly OrderBy[] {
  if (text.trim() === '') return [];
  const clauses = text.match(/(?:[^`,]|`(?:[^`\\]|\\.)*`)+/g) ?? [];
  return clauses.map((each) => {
    const match = clause.exec(each);
    if (!match) throw invalid(`Invalid order by clause "${each.trim()}".`);
    const fieldPath = match[1]!;
    const direction = match[2]?.toLowerCase() === 'desc' ? 'DESCENDING' : 'ASCENDING';
    return { field: parseFieldPath(fieldPath), json: { field: { fieldPath }, direction } };
  });
}
