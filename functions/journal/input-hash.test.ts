import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashInput } from './input-hash.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

test('equal inputs have one hash, whatever the order of their fields', () => {
  const hash = hashOf('{"a":[1,{"c":null,"d":"x"}],"b":true}');
  expect(hashInput({ a: [1, { c: null, d: 'x' }], b: true })).toBe(hash);
  expect(hashInput({ b: true, a: [1, { d: 'x', c: null, e: undefined }] })).toBe(hash);
  expect(hashInput(undefined)).toBe(hashOf('null'));
});

test('inputs that differ in a value, its type or the order of a list have different hashes', () => {
  const inputs = [{ a: 1 }, { a: '1' }, { a: [1, 2] }, { a: [2, 1] }, { a: null }, {}, [], 'a', 0];
  expect(new Set(inputs.map(hashInput)).size).toBe(inputs.length);
});
