import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkUsername, fileEndings, keptNames } from '../domain/username.ts';
import { portalPaths } from './portal-paths.ts';
import { publicPages } from './public-pages.ts';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

/** The first part of each address that this site answers, and the names of its files at the root. */
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

test('[N-PPL-14] no address of this site, and no name of its files, is a username', () => {
  expect(addresses().length).toBeGreaterThan(50);
  expect(addresses().filter((name) => checkUsername(name) === undefined)).toEqual([]);
  const withoutEndings = addresses().map((name) => name.replace(/\.\w+$/, ''));
  expect(withoutEndings.filter((name) => checkUsername(name) === undefined)).toEqual([]);
});

test('[N-PPL-14] the rules of the database refuse the names that the sign-up form refuses', () => {
  const rules = readFileSync(at('rules/firestore.rules'), 'utf8').replace(/'\s*\+ '/g, '');
  expect(rules).toContain(`[.](${fileEndings.join('|')})|${keptNames.join('|')}')`);
});
