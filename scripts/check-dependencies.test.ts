import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository } from './lib/root.ts';

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');

type Manifest = { workspaces?: string[] } & Record<string, Record<string, string>>;
const root: Manifest = JSON.parse(read('package.json'));
const manifests = [
  root,
  ...globSync(root.workspaces?.map((folder) => `${folder}/package.json`) ?? [], {
    cwd: inRepository('.'),
  }).map((path): Manifest => JSON.parse(read(path))),
];
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const declared = manifests
  .flatMap((manifest) => kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {})))
  .filter(([name]) => !name.startsWith('@datchain/'));

const named = (markdown: string): string[] =>
  [...markdown.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
const sorted = (names: string[]): string[] => [...new Set(names)].sort();

const [purposes = '', pins = ''] = read('docs/dependencies.md').split('## Exact versions');

test('docs/dependencies.md has a line for each dependency, and for no other package', () => {
  expect(named(purposes).sort()).toEqual(sorted(declared.map(([name]) => name)));
});

test('docs/dependencies.md has the reason of each exact version', () => {
  const exact = declared.filter(([, version]) => /^(npm:.*@)?\d/.test(version));
  expect(named(pins).sort()).toEqual(sorted(exact.map(([name]) => name)));
});

test('no two workspaces ask for different versions of a package', () => {
  const versions = sorted(declared.map(([name, version]) => `${name} ${version}`));
  expect(versions).toHaveLength(new Set(declared.map(([name]) => name)).size);
});
