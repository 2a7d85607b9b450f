import { Refusal, type Segments } from '../contract.ts';
import { invalid } from '../query/json.ts';
import { parseFieldPath } from '../values/field-paths.ts';

const clause = /^((?:[^\s`]|`(?:[^`\\]|\\.)*`)+)(?:\s+(asc|desc))?$/i;

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
  if (text === '') return [];
  const clauses = text.match(/(?:[^`,]|`(?:[^`\\]|\\.)*`)+/g) ?? [];
  return clauses.map((each, at) => readClause(at === 0 ? each : each.trimStart()));
}

function readClause(text: string): OrderBy {
  const [, fieldPath, direction] = clause.exec(text) ?? [];
  const field = fieldPath === undefined ? undefined : fieldOf(fieldPath);
  if (!field) throw invalid(`Invalid order by clause "${text}".`);
  const isDescending = direction?.toLowerCase() === 'desc';
  return {
    field,
    json: { field: { fieldPath }, direction: isDescending ? 'DESCENDING' : 'ASCENDING' },
  };
}

function fieldOf(text: string): Segments | undefined {
  try {
    return parseFieldPath(text);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
