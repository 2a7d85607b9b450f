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
 * Returns the room of a file below a folder; undefined for a file outside of any room, like an
 * entry point.
 */
const roomIn = (house: string, file: string): string | undefined => {
  const [room, more] = file.startsWith(`${house}/`) ? file.slice(house.length + 1).split('/') : [];
  return more === undefined ? undefined : room;
};

function importsBetweenRooms(house: string): Map<string, Map<string, string>> {
  const rooms = new Map<string, Map<string, string>>();
  for (const file of gitFiles(house).filter(isSource)) {
    const from = roomIn(house, file);
    if (!from) continue;
    for (const [, path] of read(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const to = roomIn(house, join(dirname(file), `${path}`));
      if (!to || to === from) continue;
      const known = rooms.get(from) ?? new Map<string, string>();
      rooms.set(from, known.set(to, file));
    }
  }
  return rooms;
}

function circles(rooms: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const walk = (room: string, way: readonly string[]): void => {
    if (way.includes(room)) {
      found.push([...way.slice(way.indexOf(room)), room].join(' → '));
      return;
    }
    if (finished.has(room)) return;
    for (const next of rooms.get(room)?.keys() ?? []) walk(next, [...way, room]);
    finished.add(room);
  };
  for (const room of rooms.keys()) walk(room, []);
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
  (house) => {
    const rooms = importsBetweenRooms(house);
    expect(rooms.size).toBeGreaterThan(1);
    expect(circles(rooms)).toEqual([]);
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
