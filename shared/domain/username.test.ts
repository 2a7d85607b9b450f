import { expect, test } from 'vitest';
import { checkUsername, fileEndings, keptNames, usernameShape } from './username.ts';

test.each([
  'a',
  '_A.b-9',
  'Ada.Okonjo',
  'x.html.y',
  'html',
  '__a',
  'a__',
  'indexes',
  'a'.repeat(50),
])('a username may be %s', (name) => {
  expect(checkUsername(name)).toBeUndefined();
});

test.each(['', '.', '..', '.well-known', '-a', 'a b', 'a/b', 'a\n', 'Ädam', 'a'.repeat(51)])(
  'a username has only the characters that it may have: %j',
  (name) => {
    expect(checkUsername(name)).toBe(usernameShape);
  },
);

test.each(['a.', 'a..b', 'index.'])('[N-PPL-14] a dot has neighbours: %s', (name) => {
  expect(checkUsername(name)).toMatch(/^A dot in a username stands between/);
});

test.each([...fileEndings, 'HTML'].map((ending) => `x.${ending}`))(
  '[N-PPL-14] a username is not the name of a file: %s',
  (name) => {
    expect(checkUsername(name)).toBe(
      'A username cannot end like the name of a file, such as .html.',
    );
  },
);

test.each([
  ...keptNames,
  'Index',
  'datchain',
  'Datchain-Official',
  'real.datchain',
  '__proto__',
  '____',
])(
  '[N-PPL-14] a username is no address of the site, no word for it and no name of a database: %s',
  (name) => {
    expect(checkUsername(name)).toBe('This username is kept for the site. Choose another.');
  },
);
