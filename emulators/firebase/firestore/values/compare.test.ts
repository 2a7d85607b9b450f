import { expect, test } from 'vitest';
import type { Value } from '../contract.ts';
import { comparePaths, compareValues, valuesEqual } from './compare.ts';
import { compareUtf8 } from './utf8.ts';

const int = (value: string): Value => ({ integerValue: value });
const double = (value: number | 'NaN' | 'Infinity' | '-Infinity' | '-0'): Value => ({
  doubleValue: value,
});
const text = (value: string): Value => ({ stringValue: value });
const time = (value: string): Value => ({ timestampValue: value });
const bytes = (value: string): Value => ({ bytesValue: value });
const ref = (path: string): Value => ({
  referenceValue: `projects/p/databases/(default)/documents/${path}`,
});
const list = (...values: readonly Value[]): Value => ({ arrayValue: { values } });
const map = (fields: Readonly<Record<string, Value>>): Value => ({ mapValue: { fields } });
/** Values in Firestore's order; those in one row are the same to it. */
const order: readonly (readonly Value[])[] = [
  [{ nullValue: null }],
  [{ booleanValue: false }],
  [{ booleanValue: true }],
  [double('NaN')],
  [double('-Infinity')],
  [int('-9223372036854775808'), double(-(2 ** 63))],
  [int('-1'), double(-1)],
  [int('0'), double(0), double('-0')],
  [int('1'), double(1)],
  [double(1.5)],
  [int('9007199254740992'), double(9007199254740992)],
  [int('9007199254740993')],
  [int('9223372036854775806')],
  [int('9223372036854775807')],
  // The double next to the highest integer is one above it.
  [double(2 ** 63)],
  [double('Infinity')],
  [time('0001-01-01T00:00:00Z')],
  [time('1969-12-31T23:59:59.999999Z')],
  [time('2020-01-01T00:00:00Z'), time('2020-01-01T01:00:00+01:00')],
  [time('2020-01-01T00:00:00.000000001Z')],
  [time('2020-01-01T00:00:00.000001Z'), time('2020-01-01T00:00:00.000001000Z')],
  [text('')],
  [text('A')],
  [text('a')],
  [text('a\0')],
  [text('ab')],
  [text('ü')],
  [text('\uffee')],
  [text('\u{1f600}')],
  [bytes('')],
  [bytes('AA==')],
  [bytes('AAA='), bytes('AAA')],
  [bytes('/w==')],
  [ref('a/Z')],
  [ref('a/b')],
  [ref('a/b/c/d')],
  [ref('a/ba')],
  [list(), { arrayValue: {} }],
  [list({ nullValue: null })],
  [list(int('1'))],
  [list(int('1'), text('a'))],
  [list(int('2'))],
  [map({}), { mapValue: {} }],
  [map({ a: int('1') })],
  [map({ a: int('1'), b: int('1') }), map({ b: double(1), a: double(1) })],
  [map({ a: int('2') })],
  [map({ b: { nullValue: null } })],
];

test('values of all kinds have one order, each against each', () => {
  for (const [placeOfA, row] of order.entries()) {
    for (const [placeOfB, other] of order.entries()) {
      for (const a of row) {
        for (const b of other) {
          const says = `${JSON.stringify(a)} against ${JSON.stringify(b)}`;
          expect(Math.sign(compareValues(a, b)), says).toBe(Math.sign(placeOfA - placeOfB));
          expect(valuesEqual(a, b), says).toBe(placeOfA === placeOfB);
        }
      }
    }
  }
});

test('strings are in the order of their bytes in UTF-8', () => {
  const strings = ['', 'a', '\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff'];
  const all = [...strings, '\u{10000}', '\u{10ffff}', 'a\u{10000}', 'a\uffff'];
  for (const a of all) {
    for (const b of all) {
      const bytewise = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(Math.sign(compareUtf8(a, b)), JSON.stringify([a, b])).toBe(bytewise);
    }
  }
});

test('paths are in the order of their ids, a document before what is below it', () => {
  const paths = [
    ['c', 'a'],
    ['c', 'a', 'c', 'x'],
    ['c', 'ab'],
  ];
  expect(paths.toReversed().sort(comparePaths)).toEqual(paths);
});
