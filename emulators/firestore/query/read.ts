import {
  codes,
  type DatabaseName,
  type Query,
  Refusal,
  type Segments,
  type StoredDocument,
} from '../contract.ts';
import { isNamePath, pickFields, valueAt } from '../values/field-paths.ts';
import { type Cursor, isBeforeCursor, readCursor } from './cursor.ts';
import { type Filter, testOf } from './filter.ts';
import { invalid, type Json, readInt32, readList, readMessage } from './json.ts';
import { checkGroup, checkIndex, checkOperators, checkTogether } from './limits.ts';
import { compareBy, hasPlace, type Order, readOrders, wholeOrder } from './order.ts';
import { readFieldReference, readFilter } from './read-filter.ts';
import { readSource, type Source } from './source.ts';

const known = [
  ...['select', 'from', 'where', 'orderBy', 'startAt', 'endAt', 'offset', 'limit'],
  'findNearest',
];

/**
 * Reads a StructuredQuery.
 * @param parent the document, or nothing, below which the collections are
 * @param structuredQuery the message, in proto3 JSON
 * @param database whose documents are asked for: names in filters and cursors have to be in it;
 *   unchecked when it is left out
 * @throws Refusal INVALID_ARGUMENT or FAILED_PRECONDITION in Firestore's words, INVALID_ARGUMENT
 *   that names an unknown field, UNIMPLEMENTED for findNearest
 */
export function readQuery(
  parent: Segments,
  structuredQuery: unknown,
  database?: DatabaseName,
): Query {
  return readQueryFor({ needed: [], check: () => {} }, parent, structuredQuery, database);
}

/** What an aggregation asks of the query below it. */
export interface Purpose {
  /** The fields it computes with: documents without them are not found. */
  readonly needed: readonly Segments[];
  /** Checks the aggregation itself, when the query has been read and before it is judged. */
  check(): void;
}

/**
 * Reads the StructuredQuery below an aggregation.
 * @throws Refusal as `readQuery`, and INVALID_ARGUMENT when `select` leaves a needed field out
 */
export function readQueryFor(
  { needed, check }: Purpose,
  parent: Segments,
  structuredQuery: unknown,
  database: DatabaseName | undefined,
): Query {
  const message = readMessage(structuredQuery, 'StructuredQuery', known);
  if (message.findNearest !== undefined && message.findNearest !== null) {
    throw new Refusal(codes.UNIMPLEMENTED, 'findNearest is not covered by the local Firestore.');
  }
  const source = readSource(parent, message.from);
  const filter = readWhere(message.where);
  const selected = readSelect(message.select);
  const written = readOrders(message.orderBy);
  const parts = { source, filter, written, needed, database };
  const start = readCursor(message.startAt, written, database);
  const end = readCursor(message.endAt, written, database);
  checkSelected(needed, selected);
  check();
  checkUnselected(needed, selected);
  checkGroup(parts);
  const { offset, limit } = readWindow(message);
  checkTogether(parts);
  checkIndex(parts);
  const orders = wholeOrder(written, filter, needed);

  const matches = matcherOf({ source, needed, filter, orders, start, end });
  const compare = (a: StoredDocument, b: StoredDocument) => compareBy(orders, a, b);
  return {
    parent,
    collection: source.collection,
    isGroup: source.isGroup,
    offset,
    limit,
    matches,
    compare,
    run(documents) {
      const found: StoredDocument[] = [];
      for (const document of documents) if (matches(document)) found.push(document);
      found.sort(compare);
      return found.slice(offset, limit === undefined ? undefined : offset + limit);
    },
    project: ({ fields }) => (selected ? pickFields(fields, selected) : fields),
  };
}

function readWhere(json: unknown): Filter {
  if (json === undefined || json === null) return { op: 'AND', filters: [] };
  checkOperators(json);
  return readFilter(json);
}

function readWindow(message: Json): { offset: number; limit: number | undefined } {
  const offset = readInt32(message.offset, 'StructuredQuery.offset') ?? 0;
  const limit = readInt32(message.limit, 'StructuredQuery.limit');
  if (offset < 0) throw invalid('offset is negative');
  if (limit !== undefined && limit < 0) throw invalid('limit is negative');
  return { offset, limit };
}

interface Matcher {
  readonly source: Source;
  readonly needed: readonly Segments[];
  readonly filter: Filter;
  readonly orders: readonly Order[];
  readonly start: Cursor | undefined;
  readonly end: Cursor | undefined;
}

function matcherOf({ source, needed, filter, orders, start, end }: Matcher) {
  const test = testOf(filter);
  return (document: StoredDocument): boolean =>
    source.holds(document.path) &&
    test(document) &&
    needed.every((field) => valueAt(document.fields, field) !== undefined) &&
    hasPlace(orders, document) &&
    !(start && isBeforeCursor(document, start, orders)) &&
    !(end && !isBeforeCursor(document, end, orders));
}

/** The fields that `select` asks for; undefined for all. */
function readSelect(json: unknown): readonly Segments[] | undefined {
  if (json === undefined || json === null) return undefined;
  const { fields } = readMessage(json, 'Projection', ['fields']);
  return readList(fields, 'Projection.fields').map(readFieldReference);
}

function checkSelected(
  needed: readonly Segments[],
  selected: readonly Segments[] | undefined,
): void {
  if (!selected || needed.length === 0) return;
  if (selected.every(isNamePath)) {
    throw invalid(
      'Aggregation over non-key properties is not supported for base query that only returns keys.',
    );
  }
  for (const field of needed) {
    if (selected.some((path) => path.every((name, at) => field[at] === name))) continue;
    throw invalid(
      `The aggregation property ${field.join('.')} is not present in the base query's property mask.`,
    );
  }
}

function checkUnselected(
  needed: readonly Segments[],
  selected: readonly Segments[] | undefined,
): void {
  if (!selected || needed.length === 0) return;
  throw invalid('Cannot apply property masks when aggregation fields are present.');
}
