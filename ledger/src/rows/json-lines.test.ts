import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openJsonLines, readJsonLines } from './json-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'json-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('values are read as written, even if a character crosses a block boundary', () => {
  const path = join(folder, 'lines');
  const long = { text: `${'a'.repeat((1 << 20) - 12)}é🎵`, of: ['\n', '\u2028'] };
  const values = [1, null, 'Zoë', long, [], long, { last: true }];
  const lines = openJsonLines(path);
  for (const value of values) lines.add(value);
  lines.close();
  expect([...readJsonLines(path)]).toEqual(values);
});

test('a file without values is empty', () => {
  const path = join(folder, 'empty');
  openJsonLines(path).close();
  expect([...readJsonLines(path)]).toEqual([]);
});
