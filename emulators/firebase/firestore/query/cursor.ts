import {
  type DatabaseName,
  invalid,
  type Segments,
  type StoredDocument,
  type Value,
} from '../contract.ts';
import { comparePaths, compareValues } from '../values/compare.ts';
import { isNamePath } from '../values/field-paths.ts';
import { readComparand } from '../values/read-value.ts';
import { readBoolean, readList, readMessage } from './json.ts';
import { checkOwnDatabase } from './limits.ts';
import { type Order, readSortValue } from './order.ts';

/** A position in an order: just before or just after all documents that begin with these values. */
export interface Cursor {
  readonly values: readonly Value[];
  readonly isBefore: boolean;
}

/**
 * Reads `startAt` or `endAt`.
 * @param written the explicit orders of the request; a cursor has at most one value for each
 * @returns undefined without a cursor
 * @throws Refusal INVALID_ARGUMENT with Firestore's message
 */
export function readCursor(
  json: unknown,
  written: readonly Order[],
  database: DatabaseName | undefined,
): Cursor | undefined {
  if (json === undefined || json === null) return undefined;
  const message = readMessage(json, 'Cursor', ['values', 'before']);
  const values = readList(message.values, 'Cursor.values').map(readComparand);
  if (values.length > written.length) throw invalid('Cursor has too many values.');
  for (const [at, value] of values.entries()) {
    if (isNamePath(written[at]!.field)) checkName(value, database);
  }
  return { values, isBefore: readBoolean(message.before, 'Cursor.before') };
}

function checkName(value: Value, database: DatabaseName | undefined): void {
  if (!('referenceValue' in value)) {
    throw invalid('Cursor __key__ value is not a document reference.');
  }
  checkOwnDatabase(value.referenceValue, database);
}

export function isBeforeCursor(
  document: StoredDocument,
  { values, isBefore }: Cursor,
  orders: readonly Order[],
): boolean {
  for (const [at, value] of values.entries()) {
    const { field, isDescending } = orders[at]!;
    const order = isNamePath(field)
      ? comparePaths(document.path, pathOf(value))
      : compareValues(readSortValue(document, field), value);
    if (order !== 0) return isDescending ? order > 0 : order < 0;
  }
  return !isBefore;
}

const pathOf = (value: Value): Segments =>
  'referenceValue' in value ? value.referenceValue.split('/').slice(5) : [];
