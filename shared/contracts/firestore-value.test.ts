import { expect, test } from 'vitest';
import { plainFields, plainValue } from './firestore-value.ts';

test.each([
  [{ stringValue: 'a' }, 'a'],
  [{ stringValue: '' }, ''],
  [{ integerValue: '12' }, 12],
  [{ doubleValue: 2.5 }, 2.5],
  [{ booleanValue: false }, false],
  [{ nullValue: null }, null],
  [{ timestampValue: '2026-11-20T00:00:00Z' }, '2026-11-20T00:00:00Z'],
  [{ arrayValue: {} }, []],
  [{ arrayValue: { values: [{ integerValue: '1' }, { stringValue: 'b' }] } }, [1, 'b']],
  [{ mapValue: {} }, {}],
  [
    { mapValue: { fields: { a: { mapValue: { fields: { b: { integerValue: '3' } } } } } } },
    { a: { b: 3 } },
  ],
  ['nonsense', undefined],
])('the Firestore value %j is read as plain data', (value, expected) => {
  expect(plainValue(value)).toEqual(expected);
});

test('a document without fields is empty', () => {
  expect(plainFields(undefined)).toEqual({});
});
