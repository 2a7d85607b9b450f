import {
  type DatabaseName,
  invalid,
  notCovered,
  type Query,
  type Segments,
  type StoredDocument,
} from '../contract.ts';
import { isInRange } from '../store/range.ts';
import { pickFields } from '../values/field-paths.ts';
import { isBeforeCursor, readCursor } from './cursor.ts';
import { compileFilter, type Filter } from './filter.ts';
import { type Json, readInt32, readList, readMessage } from './json.ts';
import { checkTogether } from './limits.ts';
import { compareBy, hasPlace, readOrders, wholeOrder } from './order.ts';
import { readFieldReference, readFilter } from './read-filter.ts';
import { readSource } from './source.ts';

const known = [
  'select',
  'from',
  'where',
  'orderBy',
  'startAt',
  'endAt',
  'offset',
  'limit',
  'findNearest',
];

/**
 * Reads a StructuredQuery.
 * @param parent the document above the collections; empty for the root
 * @param structuredQuery the message, in proto3 JSON
 * @param database that names in filters and cursors must belong to; unchecked if undefined
 * @throws Refusal INVALID_ARGUMENT or FAILED_PRECONDITION with Firestore's message,
 * INVALID_ARGUMENT for an unknown field, UNIMPLEMENTED for unsupported features
 */
export function readQuery(
  parent: Segments,
  structuredQuery: unknown,
  database?: DatabaseName,
): Query {
  const message = readMessage(structuredQuery, 'StructuredQuery', known);
  if (message.findNearest !== undefined && message.findNearest !== null) {
    throw notCovered('findNearest');
  }
  const source = readSource(parent, message.from);
  const filter = readWhere(message.where);
  const selected = readSelect(message.select);
  const written = readOrders(message.orderBy);
  const start = readCursor(message.startAt, written, database);
  const end = readCursor(message.endAt, written, database);
  const { offset, limit } = readWindow(message);
  checkTogether({ filter, written, database });
  const orders = wholeOrder(written, filter);

  const test = compileFilter(filter);
  const matches = (document: StoredDocument): boolean =>
    isInRange(source, document.path) &&
    test(document) &&
    hasPlace(orders, document) &&
    !(start && isBeforeCursor(document, start, orders)) &&
    !(end && !isBeforeCursor(document, end, orders));
  const compare = (a: StoredDocument, b: StoredDocument) => compareBy(orders, a, b);
  return {
    ...source,
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

export const readWhere = (json: unknown): Filter =>
  json === undefined || json === null ? [] : readFilter(json);

function readWindow(message: Json): { offset: number; limit: number | undefined } {
  const offset = readInt32(message.offset, 'StructuredQuery.offset') ?? 0;
  const limit = readInt32(message.limit, 'StructuredQuery.limit');
  if (offset < 0) throw invalid('offset is negative');
  if (limit !== undefined && limit < 0) throw invalid('limit is negative');
  return { offset, limit };
}

/** Reads the fields of `select`; undefined for all. */
function readSelect(json: unknown): readonly Segments[] | undefined {
  if (json === undefined || json === null) return undefined;
  const { fields } = readMessage(json, 'Projection', ['fields']);
  return readList(fields, 'Projection.fields').map(readFieldReference);
}
