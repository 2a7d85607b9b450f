import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptFolder } from './kept-folder.ts';

let root = '';
let made: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kept-folder-test-'));
  made = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ask = (name: string) =>
  keptFolder(join(root, 'kept', name), async () => {
    made.push(name);
    const work = join(root, `work-${name}`);
    mkdirSync(work);
    await Promise.resolve();
    writeFileSync(join(work, 'name'), name);
    return work;
  });

test('a folder requested several times at once is made once', async () => {
  const folders = await Promise.all([ask('a'), ask('a'), ask('a')]);
  expect(new Set([...folders, await ask('a')])).toEqual(new Set([join(root, 'kept/a')]));
  expect(readFileSync(join(root, 'kept/a/name'), 'utf8')).toBe('a');
  expect(made).toEqual(['a']);
});

test('a folder that could not be made is made by the next request', async () => {
  const failing = keptFolder(join(root, 'kept/a'), () => Promise.reject(new Error('No.')));
  await expect(failing).rejects.toThrow('No.');
  expect(existsSync(join(root, 'kept/a'))).toBe(false);
  await ask('a');
  expect(made).toEqual(['a']);
});

test('the three most recently used folders stay', async () => {
  for (const name of ['a', 'b', 'c', 'a', 'd']) await ask(name);
  expect(readdirSync(join(root, 'kept')).sort()).toEqual(['a', 'c', 'd']);
});
