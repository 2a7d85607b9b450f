import { expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

test('a fingerprint does not depend on the order of keys', () => {
  const one = { a: [{ x: 1, y: null }], b: 'é' };
  const other = { b: 'é', a: [{ y: null, x: 1 }] };
  expect(fingerprint(other)).toBe(fingerprint(one));
  expect(fingerprint({ ...one, c: undefined })).toBe(fingerprint(one));
});

test.each([
  ['a value', { a: 1 }, { a: 2 }],
  ['the order of a list', [1, 2], [2, 1]],
  ['where a value is', { a: { b: 1 } }, { a: {}, b: 1 }],
  ['what a key called __proto__ has', JSON.parse('{"__proto__":{"a":1}}'), {}],
])('%s changes the name', (_what, one, other) => {
  expect(fingerprint(one)).not.toBe(fingerprint(other));
});
