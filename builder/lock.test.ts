import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeLock } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'lock-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a lock is held by one at a time and can be taken again after its release', () => {
  const lock = join(folder, 'one');
  const release = takeLock(lock);
  expect(takeLock(lock)).toBeUndefined();
  release?.();
  expect(takeLock(lock)).toBeDefined();
});

test('a lock left by a killed process is taken over', () => {
  const lock = join(folder, 'dead');
  mkdirSync(lock);
  // No process on Linux or macOS has such an id.
  writeFileSync(join(lock, 'pid'), '99999999');
  expect(takeLock(lock)).toBeDefined();
});
