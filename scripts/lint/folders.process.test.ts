import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { gitFiles } from '../lib/git-files.ts';
import { inRepository } from '../lib/root.ts';

const MAX_FILE_LINES = 400;

const read = (file: string): string => readFileSync(inRepository(file), 'utf8');

const isSource = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.|\.spec\.|\/testing\/|\.d\.ts$/.test(file);

/**
 * Returns the folder of a file directly below a root; undefined for a file that is directly in the
 * root, like an entry point.
 */
const folderIn = (root: string, file: string): string | undefined => {
  const [folder, more] = file.startsWith(`${root}/`) ? file.slice(root.length + 1).split('/') : [];
  return more === undefined ? undefined : folder;
};

function importsBetweenFolders(root: string): Map<string, Map<string, string>> {
  const folders = new Map<string, Map<string, string>>();
  for (const file of gitFiles(root).filter(isSource)) {
    const from = folderIn(root, file);
    if (!from) continue;
    for (const [, path] of read(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const to = folderIn(root, join(dirname(file), `${path}`));
      if (!to || to === from) continue;
      const known = folders.get(from) ?? new Map<string, string>();
      folders.set(from, known.set(to, file));
    }
  }
  return folders;
}

function circles(folders: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const walk = (folder: string, way: readonly string[]): void => {
    if (way.includes(folder)) {
      found.push([...way.slice(way.indexOf(folder)), folder].join(' → '));
      return;
    }
    if (finished.has(folder)) return;
    for (const next of folders.get(folder)?.keys() ?? []) walk(next, [...way, folder]);
    finished.add(folder);
  };
  for (const folder of folders.keys()) walk(folder, []);
  return found;
}

test('circular imports between rooms are found', () => {
  const way = (to: string) => new Map([[to, 'a file']]);
  expect(
    circles(
      new Map([
        ['a', way('b')],
        ['b', way('c')],
      ]),
    ),
  ).toEqual([]);
  expect(
    circles(
      new Map([
        ['a', way('b')],
        ['b', way('c')],
        ['c', way('b')],
      ]),
    ),
  ).toEqual(['b → c → b']);
});

test.each(['functions', 'portal/src', 'ledger/src', 'emulators/firebase', 'shared'])(
  'the rooms of %s import in one direction',
  (root) => {
    const folders = importsBetweenFolders(root);
    expect(folders.size).toBeGreaterThan(1);
    expect(circles(folders)).toEqual([]);
  },
);

test('files of another workspace are imported by its name, and files of the same one by path', () => {
  const workspaces = gitFiles('*/package.json')
    .filter((file) => read(file).includes('@datchain/'))
    .map((file) => `${dirname(file)}/`);
  const homeOf = (path: string) =>
    workspaces.filter((folder) => path.startsWith(folder)).sort((a, b) => b.length - a.length)[0];
  expect(homeOf('emulators/firebase/rules/match.ts')).toBe('emulators/firebase/');
  const wrong = gitFiles('*.ts', '*.tsx', '*.astro').flatMap((file) =>
    [...read(file).matchAll(/(?:from|import\()\s*'(\.[^']+|@datchain\/[^']+)'/g)].flatMap(
      ([, to]) => {
        const home = homeOf(file);
        if (to?.startsWith('@'))
          return `${home}`.startsWith(`${to.split('/')[1]}/`) ? `${file} ${to}` : [];
        const other = homeOf(join(dirname(file), `${to}`));
        // The two sites are no packages, so nothing imports them.
        return other && other !== home && !/^(portal|ledger)/.test(other) ? `${file} ${to}` : [];
      },
    ),
  );
  expect(wrong).toEqual([]);
});

test(`no file has more than ${MAX_FILE_LINES} lines`, () => {
  const files = gitFiles('*.ts', '*.tsx', '*.astro');
  expect(files.length).toBeGreaterThan(1_000);
  const long = files.filter((file) => read(file).split('\n').length > MAX_FILE_LINES + 1);
  expect(long).toEqual([]);
});
