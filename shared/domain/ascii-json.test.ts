import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiJson } from './ascii-json.ts';

test('JSON escaped to ASCII parses to the same value', () => {
  const value = fc.jsonValue({ stringUnit: 'binary' });
  fc.assert(
    fc.property(value, (value) => {
      const json = JSON.stringify(value);
      const ascii = asciiJson(json);
      expect(ascii).toMatch(/^[\0-\x7f]*$/);
      expect(JSON.parse(ascii)).toEqual(JSON.parse(json));
    }),
  );
  const names = ['Zoë', '陳', '🎵', '\ud800', '\\u00eb', '\u2028', '"\n'];
  expect(JSON.parse(asciiJson(JSON.stringify(names)))).toEqual(names);
});

test('only characters outside ASCII are escaped', () => {
  const json = '{"a":["\\n","\\u0000","\\\\u00eb"]}';
  expect(asciiJson(json)).toBe(json);
  expect(asciiJson('"é"')).toBe('"\\u00e9"');
});
