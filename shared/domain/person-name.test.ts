import { expect, test } from 'vitest';
import { checkName, tidyName } from './person-name.ts';

test('a name keeps its letters and emoji, and loses what cannot be seen', () => {
  expect(tidyName('  Lena\t\n Fjeldstad ')).toBe('Lena Fjeldstad');
  expect(tidyName('\u202eadamO')).toBe('adamO');
  expect(tidyName('Ada \u200b Byron')).toBe('Ada Byron');
  expect(tidyName('ليلى بن علي')).toBe('ليلى بن علي');
  expect(tidyName('👩‍🎤 <b>Ada</b>')).toBe('👩‍🎤 <b>Ada</b>');
});

test('a name that is empty, cannot be seen or is too long says so', () => {
  for (const name of ['', ' ', '\u200b\u202e', '\0']) {
    expect(checkName(tidyName(name))).toBe('Enter a name.');
  }
  expect(checkName('a'.repeat(120))).toBeUndefined();
  expect(checkName('a'.repeat(2_000))).toBe('A name can have at most 120 characters.');
});
