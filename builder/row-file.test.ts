import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRows } from '../ledger/src/rows/row-file.ts';
import { RowFile } from './row-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'row-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function within<Made>(path: string, use: (file: RowFile) => Made): Made {
  const file = new RowFile(path);
  try {
    return use(file);
  } finally {
    file.close();
  }
}

type Values = Readonly<Record<string, unknown>>;

const keep = (path: string, values: Values, at = 1) =>
  within(path, (file) => {
    const rows = Object.entries(values).map(([key, value]) => ({ key, value, at, brief: { key } }));
    file.together(() => file.putAll(rows));
    return file.known();
  });

const read = (path: string, keys: readonly string[]): unknown[] => keys.map(openRows(path));

test('rows are read as written; putAll removes other rows, and unchanged rows keep their time', () => {
  const path = join(folder, 'rows');
  const rows = {
    'dat-1': [{ songName: '🎵 عربي שלום', note: 'A claim\nof rights' }, null],
    empty: {},
    odd: ['\\u00e9', '\0\x7f\x80\xff', '\ud800', 'é"–\u2028'],
    'people/__proto__': { about: 'Zoë', followers: 3 },
  };
  const first = keep(path, rows);
  expect(read(path, Object.keys(rows))).toEqual(Object.values(rows));
  expect(first.map(({ key, at, brief }) => [key, at, brief])).toEqual(
    Object.keys(rows).map((key) => [key, 1, { key }]),
  );
  const second = keep(path, { 'dat-1': ['another'], empty: {} }, 2);
  expect(read(path, Object.keys(rows))).toEqual([['another'], {}, undefined, undefined]);
  expect(second.map(({ key, at }) => [key, at])).toEqual([
    ['dat-1', 2],
    ['empty', 1],
  ]);
  expect(second[0]?.print).not.toBe(first[0]?.print);
  expect(second[1]).toEqual(first[1]);
});

test('a single row can be written and removed; a brief can change without the value', () => {
  const path = join(folder, 'single');
  keep(path, { a: 1, b: 2 });
  within(path, (file) => {
    file.put({ key: 'a', value: 1, at: 5, brief: 'other' });
    file.put({ key: 'c', value: 3, at: 5 });
    file.remove('b');
    expect([file.has('a'), file.has('b')]).toEqual([true, false]);
    expect(file.known()).toEqual([
      { key: 'a', print: expect.any(String), at: 1, brief: 'other' },
      { key: 'c', print: expect.any(String), at: 5, brief: undefined },
    ]);
    expect(['a', 'b', 'c'].map((key) => file.get(key))).toEqual([1, undefined, 3]);
  });
});

test("rows take a site's change times where the values are equal", () => {
  const path = join(folder, 'times');
  const before = keep(path, { a: 1, b: 2, c: 3, __proto__x: 4 }, 5);
  const printOf = (key: string) => before.find((row) => row.key === key)?.print ?? '';
  const times = within(path, (file) => {
    file.keepTimes({ a: [printOf('a'), 1], b: [printOf('a'), 2], gone: [printOf('c'), 3] });
    return file.known().map(({ key, at }) => [key, at]);
  });
  expect(times).toEqual([
    ['__proto__x', 5],
    ['a', 1],
    ['b', 5],
    ['c', 5],
  ]);
});

test('notes stay until they are removed', () => {
  const path = join(folder, 'notes');
  within(path, (file) => file.setNote('made', { of: 'this' }));
  within(path, (file) => {
    expect([file.note('made'), file.note('other')]).toEqual([{ of: 'this' }, undefined]);
    file.setNote('made', undefined);
    expect(file.note('made')).toBeUndefined();
  });
});

test('a failed write changes nothing', () => {
  const path = join(folder, 'failing');
  keep(path, { a: 1, b: 2 });
  within(path, (file) =>
    expect(() =>
      file.together(() => {
        file.put({ key: 'a', value: 3, at: 2 });
        file.setNote('made', 1);
        throw new Error('no more');
      }),
    ).toThrow('no more'),
  );
  expect(read(path, ['a', 'b'])).toEqual([1, 2]);
  within(path, (file) => expect(file.note('made')).toBeUndefined());
});

test('a damaged file is replaced by an empty one, and a missing file cannot be read', () => {
  const path = join(folder, 'damaged');
  writeFileSync(path, 'not a database, but longer than the head of one would be');
  keep(path, { a: 1 });
  expect(read(path, ['a'])).toEqual([1]);
  expect(() => openRows(join(folder, 'missing'))).toThrow();
});
