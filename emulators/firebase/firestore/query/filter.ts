import type { Segments, StoredDocument, Value } from '../contract.ts';
import { compareValues, rankOf, valuesEqual } from '../values/compare.ts';
import { isNaNValue } from '../values/compare-numbers.ts';
import { isNamePath, valueAt } from '../values/field-paths.ts';

export type Operator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'ARRAY_CONTAINS'
  | 'IN'
  | 'IS_NULL';

export interface FieldFilter {
  readonly field: Segments;
  readonly op: Operator;
  /** The operands: one value, the list of IN, or none for IS_NULL. */
  readonly values: readonly Value[];
}

/** Conditions joined by AND. */
export type Filter = readonly FieldFilter[];

export type Test = (document: StoredDocument) => boolean;

export function compileFilter(filter: Filter): Test {
  const tests = filter.map(compileFieldFilter);
  return (document) => tests.every((test) => test(document));
}

/** Whether a value can match anything: null and NaN equal nothing, and only IS_NULL finds null. */
export const isComparable = (value: Value): boolean =>
  !('nullValue' in value) && !isNaNValue(value);

function compileFieldFilter({ field, op, values }: FieldFilter): Test {
  const test = compileOperator(op, values);
  if (isNamePath(field)) return (document) => test(nameOf(document, values));
  return (document) => {
    const value = valueAt(document.fields, field);
    return value !== undefined && test(value);
  };
}

/** Returns a document's name as a value, in the same database as the filter's names. */
function nameOf({ path }: StoredDocument, values: readonly Value[]): Value {
  const other = values[0];
  const name = other && 'referenceValue' in other ? other.referenceValue : '';
  return { referenceValue: [...name.split('/').slice(0, 5), ...path].join('/') };
}

function compileOperator(op: Operator, values: readonly Value[]): (value: Value) => boolean {
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
      return compileInequality(op, wanted[0]);
  }
}

const orders = {
  LESS_THAN: (order: number) => order < 0,
  LESS_THAN_OR_EQUAL: (order: number) => order <= 0,
  GREATER_THAN: (order: number) => order > 0,
  GREATER_THAN_OR_EQUAL: (order: number) => order >= 0,
};

export const isOrdering = (op: Operator): op is keyof typeof orders => Object.hasOwn(orders, op);

function compileInequality(op: keyof typeof orders, bound: Value | undefined) {
  if (!bound) return () => false;
  const rank = rankOf(bound);
  return (value: Value) =>
    rankOf(value) === rank && isComparable(value) && orders[op](compareValues(value, bound));
}
