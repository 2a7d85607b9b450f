import { expect, test } from 'vitest';
import { canonical, readCanonical } from './canonical.ts';

const fields = { kind: 'a-b', n: -5, none: 0, text: 'é "\\" /\n\u007f\u2028😀' };
const text =
  '{"kind":"a-b","n":-5,"none":0,"text":"\\u00e9 \\"\\\\\\" /\\n\\u007f\\u2028\\ud83d\\ude00"}';

test('fields have one canonical form: in ASCII, in order, without spaces', () => {
  expect(canonical(fields)).toBe(text);
  expect(readCanonical(text)).toEqual(fields);
});

test.each([0.5, -0, 2 ** 53, Number.NaN])('a line cannot hold the number %d', (n) => {
  expect(() => canonical({ n })).toThrow(new RangeError(`n is ${n}, which is not a whole number`));
});

test.each([
  ['an incomplete object', '{"a":1'],
  ['an empty text', ''],
  ['a number', '1'],
  ['a text', '"a"'],
  ['null', 'null'],
  ['a list', '["a"]'],
  ['a blank', '{ "a":1}'],
  ['a name twice', '{"a":1,"a":1}'],
  ['a fraction', '{"a":1.5}'],
  ['a whole number with decimals', '{"a":1.0}'],
  ['a negative zero', '{"a":-0}'],
  ['a number too large to be exact', '{"a":9007199254740993}'],
  ['true', '{"a":true}'],
  ['null inside', '{"a":null}'],
  ['a nested object', '{"a":{"b":1}}'],
  ['a needless escape', '{"a":"\\u0061"}'],
  ['a letter outside ASCII', '{"a":"é"}'],
  ['an escape in capitals', '{"a":"\\u00E9"}'],
])('%s is not read as a line', (_what, written) => {
  expect(readCanonical(written)).toBeUndefined();
});
