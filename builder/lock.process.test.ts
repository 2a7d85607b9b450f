import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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

test('a process that was killed leaves no lock', async () => {
  const lock = join(folder, 'killed');
  const program = `import { takeLock } from ${JSON.stringify(new URL('lock.ts', import.meta.url))};
    process.send(takeLock(${JSON.stringify(lock)}) !== undefined);
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  expect(await once(child, 'message')).toEqual([true, undefined]);
  expect(takeLock(lock)).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The killed process's id may be in use again by now.
  expect(takeLock(lock)).toBeDefined();
});
