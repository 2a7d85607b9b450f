import type { Segments, StoredDocument, Value } from '../contract.ts';
import { compareValues, rankOf, valuesEqual } from '../values/compare.ts';
import { isNaNValue } from '../values/compare-numbers.ts';
import { isNamePath, valueAt } from '../values/field-paths.ts';

/** What a field is asked; IS_NULL is the only one without a value. */
export type Operator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'ARRAY_CONTAINS'
  | 'IN'
  | 'IS_NULL';

/** A condition on one field. */
export interface FieldFilter {
  readonly field: Segments;
  readonly op: Operator;
  /** What it is compared with: one value, the list of IN, or nothing for IS_NULL. */
  readonly values: readonly Value[];
}

/** Conditions that have to hold together. */
export type Filter = readonly FieldFilter[];

/** Whether a filter holds for a document. */
export type Test = (document: StoredDocument) => boolean;

/** The test of a whole filter. An empty one holds. */
export function testOf(filter: Filter): Test {
  const tests = filter.map(testOfField);
  return (document) => tests.every((test) => test(document));
}

/** Null and NaN equal nothing, not even themselves; only IS_NULL finds null. */
export const isComparable = (value: Value): boolean =>
  !('nullValue' in value) && !isNaNValue(value);

function testOfField({ field, op, values }: FieldFilter): Test {
  const test = testOfValue(op, values);
  if (isNamePath(field)) return (document) => test(nameOf(document, values));
  return (document) => {
    const value = valueAt(document.fields, field);
    return value !== undefined && test(value);
  };
}

/** A document's name as a value, in the database that the filter's own names are in. */
function nameOf({ path }: StoredDocument, values: readonly Value[]): Value {
  const other = values[0];
  const name = other && 'referenceValue' in other ? other.referenceValue : '';
  return { referenceValue: [...name.split('/').slice(0, 5), ...path].join('/') };
}

function testOfValue(op: Operator, values: readonly Value[]): (value: Value) => boolean {
  const wanted = values.filter(isComparable);
  const isWanted = (value: Value) => wanted.some((other) => valuesEqual(value, other));
  switch (op) {
    case 'IS_NULL':
      return (value) => 'nullValue' in value;
    case 'EQUAL':
    case 'IN':
      return isWanted;
    case 'ARRAY_CONTAINS':
      return (value) => 'arrayValue' in value && (value.arrayValue.values ?? []).some(isWanted);
    default:
      return testOfOrder(op, wanted[0]);
  }
}

const orders = {
  LESS_THAN: (order: number) => order < 0,
  LESS_THAN_OR_EQUAL: (order: number) => order <= 0,
  GREATER_THAN: (order: number) => order > 0,
  GREATER_THAN_OR_EQUAL: (order: number) => order >= 0,
};

/** Whether an operator compares by order. */
export const isOrdering = (op: Operator): op is keyof typeof orders => Object.hasOwn(orders, op);

/** Comparisons hold only between values of one kind. */
function testOfOrder(op: keyof typeof orders, bound: Value | undefined) {
  if (!bound) return () => false;
  const rank = rankOf(bound);
  return (value: Value) =>
    rankOf(value) === rank && isComparable(value) && orders[op](compareValues(value, bound));
}
