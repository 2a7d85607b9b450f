import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RE2JS as replaced } from 're2js';
import { expect, test } from 'vitest';
import { RE2JS } from './pattern-engine.ts';

const cases: readonly (readonly [pattern: string, text: string])[] = [
  ['Night', 'Night Bus to Lagos'],
  ['^Night.*Lagos$', 'Night Bus to Lagos'],
  ['Bus|Lagos', 'Lagos'],
  ['a|ab', 'ab'],
  ['^.$', '𝄞'],
  ['[0-9]{2,}', 'No. 7'],
  ['', ''],
  ['', 'text'],
];

test.each(cases)('the pattern %o matches %o as in the replaced engine', (pattern, text) => {
  const [ours, theirs] = [RE2JS.compile(pattern), replaced.compile(pattern)];
  expect(ours.test(text)).toBe(theirs.test(text));
  expect(ours.matches(text)).toBe(theirs.matches(text));
});

test('an invalid pattern throws, as the SDK expects', () => {
  expect(() => replaced.compile('(')).toThrow();
  expect(() => RE2JS.compile('(')).toThrow(SyntaxError);
});

test('the SDK uses the engine for compiled patterns only', () => {
  const folder = dirname(fileURLToPath(import.meta.resolve('@firebase/firestore')));
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.esm.js'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const asked = sources.flatMap((source) => [...source.matchAll(/RE2JS\b(?! \})\S*?\(/g)]);
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked.map(([call]) => call))).toEqual(new Set(['RE2JS.compile(']));
});
