import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RowFile } from './row-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'row-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the file hold these rows; returns their prints. */
function keep(path: string, rows: Readonly<Record<string, unknown>>): string[] {
  const file = RowFile.open(path);
  const prints = file.rewrite((put) => Object.entries(rows).map(([key, value]) => put(key, value)));
  file.close();
  return prints;
}

function read(path: string, keys: readonly string[]): unknown[] {
  const file = RowFile.read(path);
  const values = keys.map((key) => file.get(key));
  file.close();
  return values;
}

test('rows are read as they were put, whatever is in them; those that are not put again are gone', () => {
  const path = join(folder, 'rows');
  const rows = {
    'dat-1': [{ songName: '🎵 عربي שלום', note: 'A claim\nof rights' }, null],
    'people/__proto__': { about: 'Zoë', followers: 3 },
    empty: {},
  };
  const first = keep(path, rows);
  expect(read(path, Object.keys(rows))).toEqual(Object.values(rows));
  const second = keep(path, { 'dat-1': ['another'], empty: {} });
  expect(read(path, Object.keys(rows))).toEqual([['another'], undefined, {}]);
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).toBe(first[2]);
});

test('when putting fails, the rows are as they were', () => {
  const path = join(folder, 'failing');
  keep(path, { a: 1, b: 2 });
  const file = RowFile.open(path);
  expect(() =>
    file.rewrite((put) => {
      put('a', 3);
      throw new Error('no more');
    }),
  ).toThrow('no more');
  file.close();
  expect(read(path, ['a', 'b'])).toEqual([1, 2]);
});

test('a file that is damaged begins empty', () => {
  const path = join(folder, 'damaged');
  writeFileSync(path, 'not a database, but longer than the head of one would be');
  keep(path, { a: 1 });
  expect(read(path, ['a'])).toEqual([1]);
  expect(() => RowFile.read(join(folder, 'missing'))).toThrow();
});
