import type { Segments, StoredDocument, Value } from '../contract.ts';
import { compareValues, rankOf, valuesEqual } from '../values/compare.ts';
import { isNaNValue } from '../values/compare-numbers.ts';
import { isNamePath, valueAt } from '../values/field-paths.ts';

/** What a field is asked; the unary ones of the wire and those with a value. */
export type Operator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'ARRAY_CONTAINS'
  | 'IN'
  | 'ARRAY_CONTAINS_ANY'
  | 'NOT_IN'
  | 'IS_NULL'
  | 'IS_NAN'
  | 'IS_NOT_NULL'
  | 'IS_NOT_NAN';

/** A condition on one field. */
export interface FieldFilter {
  readonly field: Segments;
  readonly op: Operator;
  /** What it is compared with: one value, or the list of IN, NOT_IN and ARRAY_CONTAINS_ANY. */
  readonly values: readonly Value[];
}

export type Filter =
  | FieldFilter
  | { readonly op: 'AND' | 'OR'; readonly filters: readonly Filter[] };

/** Whether a filter holds for a document. */
export type Test = (document: StoredDocument) => boolean;

/** All conditions of a filter, wherever they stand. */
export const conditionsOf = (filter: Filter): readonly FieldFilter[] =>
  'filters' in filter ? filter.filters.flatMap(conditionsOf) : [filter];

/** The test of a whole filter. An empty AND holds. */
export function testOf(filter: Filter): Test {
  if (!('filters' in filter)) return testOfField(filter);
  const tests = filter.filters.map(testOf);
  return filter.op === 'AND'
    ? (document) => tests.every((test) => test(document))
    : (document) => tests.some((test) => test(document));
}

/** Null and NaN equal nothing, not even themselves; only IS_NULL and IS_NAN find them. */
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
    case 'IS_NOT_NULL':
      return (value) => !('nullValue' in value);
    case 'IS_NAN':
      return isNaNValue;
    case 'IS_NOT_NAN':
      return isComparable;
    case 'EQUAL':
    case 'IN':
      return isWanted;
    case 'NOT_EQUAL':
    case 'NOT_IN':
      // Nothing is known to differ from null.
      if (values.some((value) => 'nullValue' in value)) return () => false;
      return (value) => !('nullValue' in value) && !isWanted(value);
    case 'ARRAY_CONTAINS':
    case 'ARRAY_CONTAINS_ANY':
      return (value) => 'arrayValue' in value && (value.arrayValue.values ?? []).some(isWanted);
    default:
      return testOfOrder(op, wanted[0]);
  }
}

/** Comparisons hold only between values of one kind. */
function testOfOrder(op: Operator, bound: Value | undefined): (value: Value) => boolean {
  if (!bound) return () => false;
  const holds = orders[op];
  if (!holds) throw new Error(`${op} is not a comparison.`);
  const rank = rankOf(bound);
  return (value) =>
    rankOf(value) === rank && isComparable(value) && holds(compareValues(value, bound));
}

const orders: Partial<Record<Operator, (order: number) => boolean>> = {
  LESS_THAN: (order) => order < 0,
  LESS_THAN_OR_EQUAL: (order) => order <= 0,
  GREATER_THAN: (order) => order > 0,
  GREATER_THAN_OR_EQUAL: (order) => order >= 0,
};
