import { expect, test } from 'vitest';
import { checkName } from './person-name.ts';
import { cleanLine } from './public-text.ts';

test('a name that is empty, invisible or too long is refused with the reason', () => {
  for (const name of ['', ' ', '\u200b\u202e', '\0']) {
    expect(checkName(cleanLine(name))).toBe('Enter a name.');
  }
  expect(checkName('a'.repeat(120))).toBeUndefined();
  expect(checkName('a'.repeat(2_000))).toBe('A name can have at most 120 characters.');
});
