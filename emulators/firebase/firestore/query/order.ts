import { invalid, type Segments, type StoredDocument, type Value } from '../contract.ts';
import { comparePaths, compareValues } from '../values/compare.ts';
import { isNamePath, nameField, valueAt } from '../values/field-paths.ts';
import { compareUtf8 } from '../values/utf8.ts';
import { type Filter, isComparable, isOrdering } from './filter.ts';
import { readList, readMessage, readString } from './json.ts';
import { readFieldReference } from './read-filter.ts';

/** A step of an order; documents without the field are not results. */
export interface Order {
  readonly field: Segments;
  readonly isDescending: boolean;
}

export function readOrders(json: unknown): readonly Order[] {
  return readList(json, 'StructuredQuery.orderBy').map((each) => {
    const message = readMessage(each, 'Order', ['field', 'direction']);
    const field = readFieldReference(message.field);
    const direction = readString(message.direction, 'Order.direction');
    if (!directions.includes(direction)) throw invalid(`Unknown direction "${direction}".`);
    return { field, isDescending: direction === 'DESCENDING' };
  });
}

const directions = ['', 'DIRECTION_UNSPECIFIED', 'ASCENDING', 'DESCENDING'];

/**
 * Completes the order of a query. The explicit orders come first, then the fields with
 * inequalities, sorted by name, then the document name. Added steps have the last explicit
 * direction.
 * @throws Refusal INVALID_ARGUMENT when a field appears twice or follows the document name
 */
export function wholeOrder(written: readonly Order[], filter: Filter): readonly Order[] {
  const isDescending = written.at(-1)?.isDescending ?? false;
  const orders = [...written];
  const has = (field: Segments) => orders.some((order) => isSameField(order.field, field));
  // An inequality that never holds, such as one with null, adds no order.
  const compared = filter
    .filter(({ op, values }) => isOrdering(op) && values.some(isComparable))
    .map(({ field }) => field)
    .sort(compareFields);
  for (const field of compared) {
    if (!isNamePath(field) && !has(field)) orders.push({ field, isDescending });
  }
  check(orders);
  return has([nameField]) ? orders : [...orders, { field: [nameField], isDescending }];
}

function check(orders: readonly Order[]): void {
  for (const [at, { field }] of orders.entries()) {
    if (orders.slice(0, at).some((other) => isSameField(other.field, field))) {
      throw invalid(`order by clause cannot contain duplicate fields ${field.join('.')}`);
    }
    if (isNamePath(field) && at < orders.length - 1) {
      throw invalid('order by clause cannot contain more fields after the key');
    }
  }
}

const isSameField = (a: Segments, b: Segments): boolean => compareFields(a, b) === 0;

function compareFields(a: Segments, b: Segments): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareUtf8(a[at]!, b[at]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Whether a document has all fields of an order. */
export const hasPlace = (orders: readonly Order[], { fields }: StoredDocument): boolean =>
  orders.every(({ field }) => isNamePath(field) || valueAt(fields, field) !== undefined);

export function compareBy(orders: readonly Order[], a: StoredDocument, b: StoredDocument): number {
  for (const { field, isDescending } of orders) {
    const order = isNamePath(field)
      ? comparePaths(a.path, b.path)
      : compareValues(readSortValue(a, field), readSortValue(b, field));
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

export const readSortValue = ({ fields }: StoredDocument, field: Segments): Value =>
  valueAt(fields, field) ?? { nullValue: null };
