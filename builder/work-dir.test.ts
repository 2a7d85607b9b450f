import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeWorkDir } from './work-dir.ts';

const root = mkdtempSync(join(tmpdir(), 'work-dir-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a rebuild clears away what killed ones have left, and nothing that is still worked on', () => {
  const builds = join(root, 'ledger/.astro/builds');
  // Above every process id that Linux and macOS hand out.
  const left = join(builds, 'ledger-99999999-abc');
  mkdirSync(join(left, 'site'), { recursive: true });
  writeFileSync(join(left, 'site/index.html'), '');
  const other = makeWorkDir(root);
  const own = makeWorkDir(root);
  expect(existsSync(left)).toBe(false);
  expect(existsSync(other)).toBe(true);
  expect(own).not.toBe(other);
});
