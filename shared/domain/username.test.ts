import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { portalPaths } from './portal-paths.ts';
import { publicPages } from './public-pages.ts';
import { checkUsername, fileEndings, keptNames, keptPattern, usernameShape } from './username.ts';

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
  'a username with other characters or of a wrong length is refused: %j',
  (name) => {
    expect(checkUsername(name)).toBe(usernameShape);
  },
);

test.each(['a.', 'a..b', 'index.'])(
  '[N-PPL-14] a username with a dot at its end or beside another dot is refused: %s',
  (name) => {
    expect(checkUsername(name)).toMatch(/^A dot in a username must be between/);
  },
);

test.each([...fileEndings, 'HTML'].map((ending) => `x.${ending}`))(
  '[N-PPL-14] a username cannot end like the name of a file: %s',
  (name) => {
    expect(checkUsername(name)).toBe('A username cannot end in a file extension such as .html.');
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
  '[N-PPL-14] a username cannot be an address of the site, a word for it or a reserved id: %s',
  (name) => {
    expect(checkUsername(name)).toBe('This username is reserved. Choose another.');
  },
);

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

function addresses(): string[] {
  const { hosting } = JSON.parse(readFileSync(at('firebase.json'), 'utf8')) as {
    hosting: { rewrites: { source: string; destination?: string }[] };
  };
  return [
    ...publicPages.map(({ path }) => path),
    ...portalPaths,
    ...hosting.rewrites.flatMap(({ source, destination = '' }) => [source, destination]),
    ...readdirSync(at('ledger/src/pages')).map((file) => `/${file.replace(/\.(astro|ts)$/, '')}`),
    ...readdirSync(at('ledger/public')).map((file) => `/${file}`),
  ]
    .map((address) => address.split('/')[1] ?? '')
    .filter((name) => name !== '');
}

test('[N-PPL-14] no address or file name of this site is a username', () => {
  expect(addresses().length).toBeGreaterThan(50);
  expect(addresses().filter((name) => checkUsername(name) === undefined)).toEqual([]);
  const withoutEndings = addresses().map((name) => name.replace(/\.\w+$/, ''));
  expect(withoutEndings.filter((name) => checkUsername(name) === undefined)).toEqual([]);
});

const kept = [
  'a.',
  'a..b',
  'index.',
  'x.html',
  'a.pdf',
  'wallet',
  'Help',
  '__a__',
  '____',
  'my-datchain',
];
const free = ['a', '_A.b-9', 'x.html.y', 'html', '__a', 'a__', 'indexes', 'wallets', 'pdf.x'];

test.each([...kept, ...free, ...keptNames])(
  '[N-PPL-14] the pattern for the database rules agrees with the form on %s',
  (name) => {
    const isKept = new RegExp(`^(?:${keptPattern})$`).test(name.toLowerCase());
    expect(isKept).toBe(checkUsername(name) !== undefined);
  },
);
