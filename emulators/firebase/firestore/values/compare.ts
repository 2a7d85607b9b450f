import type { Fields, Value } from '../contract.ts';
import { compareNumbers } from './compare-numbers.ts';
import { compareTimestamps } from './timestamps.ts';
import { compareUtf8 } from './utf8.ts';

/**
 * Compares values of any type in Firestore's order: null, booleans, NaN, numbers, timestamps,
 * strings, bytes, references, arrays, maps.
 * @returns a negative number, 0 or a positive one; 0 for values that a filter treats as equal (1
 * and 1.0, 0 and -0, NaN and NaN), though they are stored as they are
 */
export function compareValues(a: Value, b: Value): number {
  const kind = rankOf(a);
  const order = kind - rankOf(b);
  return order === 0 ? compareSameKind(a, b) : order;
}

export const valuesEqual = (a: Value, b: Value): boolean => compareValues(a, b) === 0;

const ranks = {
  null: 0,
  boolean: 1,
  number: 2,
  timestamp: 3,
  string: 4,
  bytes: 5,
  reference: 6,
  array: 7,
  map: 8,
} as const;

export type Rank = (typeof ranks)[keyof typeof ranks];

export function rankOf(value: Value): Rank {
  if ('stringValue' in value) return ranks.string;
  if ('integerValue' in value || 'doubleValue' in value) return ranks.number;
  if ('booleanValue' in value) return ranks.boolean;
  if ('mapValue' in value) return ranks.map;
  if ('arrayValue' in value) return ranks.array;
  if ('timestampValue' in value) return ranks.timestamp;
  if ('referenceValue' in value) return ranks.reference;
  if ('bytesValue' in value) return ranks.bytes;
  return ranks.null;
}

function compareSameKind(a: Value, b: Value): number {
  if ('stringValue' in a && 'stringValue' in b) return compareUtf8(a.stringValue, b.stringValue);
  if ('booleanValue' in a && 'booleanValue' in b) return +a.booleanValue - +b.booleanValue;
  if ('timestampValue' in a && 'timestampValue' in b) {
    return compareTimestamps(a.timestampValue, b.timestampValue);
  }
  if ('bytesValue' in a && 'bytesValue' in b) {
    return Buffer.compare(Buffer.from(a.bytesValue, 'base64'), Buffer.from(b.bytesValue, 'base64'));
  }
  if ('referenceValue' in a && 'referenceValue' in b) {
    return comparePaths(a.referenceValue.split('/'), b.referenceValue.split('/'));
  }
  if ('arrayValue' in a && 'arrayValue' in b) {
    return compareLists(a.arrayValue.values ?? [], b.arrayValue.values ?? []);
  }
  if ('mapValue' in a && 'mapValue' in b) {
    return compareMaps(a.mapValue.fields ?? {}, b.mapValue.fields ?? {});
  }
  return compareNumbers(a, b);
}

function compareLists(a: readonly Value[], b: readonly Value[]): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const order = compareValues(a[at]!, b[at]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Compares maps by their entries, sorted by key: first differing key, then its value. */
function compareMaps(a: Fields, b: Fields): number {
  const keysOfA = Object.keys(a).sort(compareUtf8);
  const keysOfB = Object.keys(b).sort(compareUtf8);
  const shorter = Math.min(keysOfA.length, keysOfB.length);
  for (let at = 0; at < shorter; at++) {
    const key = keysOfA[at]!;
    const order = compareUtf8(key, keysOfB[at]!) || compareValues(a[key]!, b[key]!);
    if (order !== 0) return order;
  }
  return keysOfA.length - keysOfB.length;
}

/** Compares document names segment by segment; a parent comes before its children. */
export function comparePaths(a: readonly string[], b: readonly string[]): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const order = compareUtf8(a[at]!, b[at]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
