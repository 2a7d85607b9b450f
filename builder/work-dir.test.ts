import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeWorkDir } from './work-dir.ts';

const root = mkdtempSync(join(tmpdir(), 'work-dir-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a rebuild deletes the folders of killed rebuilds only', () => {
  const builds = join(root, 'ledger/.astro/builds');
  // No process on Linux or macOS has such an id.
  const left = join(builds, 'ledger-99999999-abc');
  mkdirSync(join(left, 'site'), { recursive: true });
  writeFileSync(join(left, 'site/index.html'), '');
  const other = makeWorkDir(root);
  const own = makeWorkDir(root);
  expect(existsSync(left)).toBe(false);
  expect(existsSync(other)).toBe(true);
  expect(own).not.toBe(other);
});
