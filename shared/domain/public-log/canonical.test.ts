import { expect, test } from 'vitest';
import { canonical, readCanonical } from './canonical.ts';

const fields = { kind: 'a-b', n: -5, none: 0, text: 'é "\\" /\n\u007f\u2028😀' };
const text =
  '{"kind":"a-b","n":-5,"none":0,"text":"\\u00e9 \\"\\\\\\" /\\n\\u007f\\u2028\\ud83d\\ude00"}';

test('fields have one form: in ASCII, in order, without spaces', () => {
  expect(canonical(fields)).toBe(text);
  expect(readCanonical(text)).toEqual(fields);
});

test.each([0.5, -0, 2 ** 53, Number.NaN])('a line cannot hold %d', (n) => {
  expect(() => canonical({ n })).toThrow(new RangeError(`n is ${n}, which is not a whole number`));
});

test.each([
  ['no JSON', '{"a":1'],
  ['nothing', ''],
  ['a number', '1'],
  ['a text', '"a"'],
  ['null', 'null'],
  ['a list', '["a"]'],
  ['a blank', '{ "a":1}'],
  ['a name twice', '{"a":1,"a":1}'],
  ['a fraction', '{"a":1.5}'],
  ['a whole number with a fraction', '{"a":1.0}'],
  ['a zero below zero', '{"a":-0}'],
  ['a number that cannot be counted', '{"a":9007199254740993}'],
  ['true', '{"a":true}'],
  ['null inside', '{"a":null}'],
  ['something nested', '{"a":{"b":1}}'],
  ['a letter that need not be escaped', '{"a":"\\u0061"}'],
  ['a letter that must be', '{"a":"é"}'],
  ['an escape in capitals', '{"a":"\\u00E9"}'],
])('%s is not read', (_what, written) => {
  expect(readCanonical(written)).toBeUndefined();
});
