import {
  codes,
  type DatabaseName,
  type Fields,
  type Query,
  Refusal,
  type Segments,
  type StoredDocument,
} from '../contract.ts';
import { isNamePath, pickFields } from '../values/field-paths.ts';
import { type Cursor, isBeforeCursor, readCursor } from './cursor.ts';
import { conditionsOf, type Filter, testOf } from './filter.ts';
import { invalid, type Json, readInt32, readList, readMessage } from './json.ts';
import { checkTogether } from './limits.ts';
import { compareBy, hasPlace, type Order, readOrders, wholeOrder } from './order.ts';
import { readFieldReference, readFilter } from './read-filter.ts';
import { readSource } from './source.ts';

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
  const message = readMessage(structuredQuery, 'StructuredQuery', known);
  if (message.findNearest !== undefined && message.findNearest !== null) {
    throw new Refusal(codes.UNIMPLEMENTED, 'findNearest is not covered by the local Firestore.');
  }
  const source = readSource(parent, message.from);
  const filter = readWhere(message.where, database);
  const written = readOrders(message.orderBy);
  const orders = wholeOrder(written, filter);
  checkTogether(filter, written.length);
  const start = readCursor(message.startAt, written, database);
  const end = readCursor(message.endAt, written, database);
  const { offset, limit } = readWindow(message);
  checkDirection(filter, orders);

  const matches = matcherOf({ isInSource: source.holds, filter, orders, start, end });
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
    project: projectionOf(message.select),
  };
}

const readWhere = (json: unknown, database: DatabaseName | undefined): Filter =>
  json === undefined || json === null ? { op: 'AND', filters: [] } : readFilter(json, database);

function readWindow(message: Json): { offset: number; limit: number | undefined } {
  const offset = readInt32(message.offset, 'StructuredQuery.offset') ?? 0;
  const limit = readInt32(message.limit, 'StructuredQuery.limit');
  if (offset < 0) throw invalid('offset is negative');
  if (limit !== undefined && limit < 0) throw invalid('limit is negative');
  return { offset, limit };
}

/** What Firestore keeps no index for: all documents, by descending name. */
function checkDirection(filter: Filter, orders: readonly Order[]): void {
  const isByName = isNamePath(orders[0]!.field) && orders[0]!.isDescending;
  if (isByName && conditionsOf(filter).every(({ field }) => isNamePath(field))) {
    throw new Refusal(codes.FAILED_PRECONDITION, 'Firestore does not support descending key scans');
  }
}

interface Parts {
  readonly isInSource: (path: Segments) => boolean;
  readonly filter: Filter;
  readonly orders: readonly Order[];
  readonly start: Cursor | undefined;
  readonly end: Cursor | undefined;
}

function matcherOf({ isInSource, filter, orders, start, end }: Parts) {
  const test = testOf(filter);
  return (document: StoredDocument): boolean =>
    isInSource(document.path) &&
    test(document) &&
    hasPlace(orders, document) &&
    !(start && isBeforeCursor(document, start, orders)) &&
    !(end && !isBeforeCursor(document, end, orders));
}

function projectionOf(json: unknown): (document: StoredDocument) => Fields {
  if (json === undefined || json === null) return ({ fields }) => fields;
  const { fields } = readMessage(json, 'Projection', ['fields']);
  const paths = readList(fields, 'Projection.fields').map(readFieldReference);
  return (document) => pickFields(document.fields, paths);
}
