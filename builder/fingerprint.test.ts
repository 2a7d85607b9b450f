import { expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

test('a fingerprint depends neither on the order of keys nor on undefined values', () => {
  const one = { a: [{ x: 1, y: null }], b: 'é' };
  const other = { b: 'é', a: [{ y: null, x: 1 }] };
  expect(fingerprint(other)).toBe(fingerprint(one));
  expect(fingerprint({ ...one, c: undefined })).toBe(fingerprint(one));
});

test.each([
  ['another value', { a: 1 }, { a: 2 }],
  ['the order of a list', [1, 2], [2, 1]],
  ['the place of a value', { a: { b: 1 } }, { a: {}, b: 1 }],
  ['a key called __proto__', JSON.parse('{"__proto__":{"a":1}}'), {}],
])('%s changes the fingerprint', (_what, one, other) => {
  expect(fingerprint(one)).not.toBe(fingerprint(other));
});
