import type { Fields, Segments, Value } from '../contract.ts';
import { valuesEqual } from './compare.ts';
import { valueAt } from './field-paths.ts';
import { spellDouble } from './read-value.ts';
import { setField } from './set-field.ts';

export type Transform = { readonly field: Segments } & (
  | { readonly kind: 'requestTime' }
  | { readonly kind: 'increment'; readonly operand: Value }
  | { readonly kind: 'union' | 'remove'; readonly elements: readonly Value[] }
);

const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);

/**
 * Applies transforms one after another.
 * @param time the value of `REQUEST_TIME`, RFC 3339
 * @returns the new fields, and the result of each transform: null for arrays
 */
export function applyTransforms(
  fields: Fields,
  transforms: readonly Transform[],
  time: string,
): { fields: Fields; results: readonly Value[] } {
  const results: Value[] = [];
  let after = fields;
  for (const transform of transforms) {
    const value = transformed(valueAt(after, transform.field), transform, time);
    after = setField(after, transform.field, value);
    const isArray = transform.kind === 'union' || transform.kind === 'remove';
    results.push(isArray ? { nullValue: null } : value);
  }
  return { fields: after, results };
}

function transformed(old: Value | undefined, transform: Transform, time: string): Value {
  switch (transform.kind) {
    case 'requestTime':
      return { timestampValue: time };
    case 'increment':
      return isNumber(old) ? sumOf(old, transform.operand) : transform.operand;
    case 'union':
      return arrayOf(unionOf(elementsOf(old), transform.elements));
    case 'remove':
      return arrayOf(elementsOf(old).filter((each) => !isAmong(each, transform.elements)));
  }
}

const isNumber = (value: Value | undefined): value is Value =>
  value !== undefined && ('integerValue' in value || 'doubleValue' in value);

/**
 * Adds two numbers: integers saturate at the ends of their range; with a double the sum is a
 * double.
 */
function sumOf(a: Value, b: Value): Value {
  if ('integerValue' in a && 'integerValue' in b) {
    const sum = BigInt(a.integerValue) + BigInt(b.integerValue);
    return { integerValue: String(sum > maxInt64 ? maxInt64 : sum < minInt64 ? minInt64 : sum) };
  }
  return { doubleValue: spellDouble(doubleOf(a) + doubleOf(b)) };
}

const doubleOf = (value: Value): number =>
  'integerValue' in value
    ? Number(value.integerValue)
    : 'doubleValue' in value
      ? Number(value.doubleValue)
      : Number.NaN;

const elementsOf = (value: Value | undefined): readonly Value[] =>
  value && 'arrayValue' in value ? (value.arrayValue.values ?? []) : [];

const isAmong = (value: Value, list: readonly Value[]): boolean =>
  list.some((each) => valuesEqual(each, value));

function unionOf(old: readonly Value[], added: readonly Value[]): readonly Value[] {
  const all = [...old];
  for (const each of added) if (!isAmong(each, all)) all.push(each);
  return all;
}

const arrayOf = (values: readonly Value[]): Value => ({
  arrayValue: values.length > 0 ? { values } : {},
});
