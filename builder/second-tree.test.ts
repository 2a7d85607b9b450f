import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFiles } from './fingerprint.ts';
import { nextVersionDir, publish } from './publish.ts';
import { noteTrees, takeSecondTree } from './second-tree.ts';

let folder: string;
let siteDir: string;
let to: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'second-tree-'));
  siteDir = join(folder, 'site');
  to = join(folder, 'next');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** Two versions: they share one page, the other one was drawn again, and a third one is new. */
function published(): void {
  const first = nextVersionDir(siteDir, '1');
  put(join(first, 'viewdat/same.html'), 'same');
  put(join(first, 'viewdat/drawn.html'), 'old');
  put(join(first, 'profile/gone/2.html'), 'gone');
  put(join(first, '_astro/a.js'), 'script');
  publish(first, siteDir);
  const second = nextVersionDir(siteDir, '2');
  put(join(second, 'viewdat/drawn.html'), 'new');
  put(join(second, 'viewdat/more.html'), 'more');
  linkSync(join(first, 'viewdat/same.html'), join(second, 'viewdat/same.html'));
  expect(publish(second, siteDir)).toBe('1');
}

const wanted = new Set(['viewdat/same.html', 'viewdat/drawn.html', 'viewdat/more.html']);
const different = ['viewdat/drawn.html', 'viewdat/more.html'];

test('of the version before stays what the live one has too, and no folder that is empty', () => {
  published();
  noteTrees(siteDir, '1', different);
  expect(takeSecondTree(siteDir, wanted, to)).toEqual(new Set(['viewdat/same.html']));
  expect(listFiles(to)).toEqual(['viewdat/same.html']);
  expect(existsSync(join(to, 'profile'))).toBe(false);
  expect(listFiles(`${siteDir}/`)).toEqual([...wanted].sort());
  expect(readFileSync(join(siteDir, 'viewdat/drawn.html'), 'utf8')).toBe('new');
  // It can be had once.
  expect(takeSecondTree(siteDir, wanted, join(folder, 'again'))).toEqual(new Set());
});

test.each([
  ['nothing was noted', () => {}],
  ['what was noted is damaged', () => writeFileSync(`${siteDir}.trees.json`, '{"live":"2"')],
  [
    'it was noted of another live version',
    () => {
      noteTrees(siteDir, '1', different);
      publish(nextVersionDir(siteDir, '3'), siteDir);
    },
  ],
  ['it is no version', () => noteTrees(siteDir, '../site-versions/1', different)],
])('there is no second tree when %s', (_when, happen) => {
  published();
  happen();
  expect(takeSecondTree(siteDir, wanted, to)).toEqual(new Set());
  expect(existsSync(to)).toBe(false);
});

test('nor when nothing is to be taken over: then the version before stays', () => {
  published();
  noteTrees(siteDir, '1', different);
  expect(takeSecondTree(siteDir, new Set(), to)).toEqual(new Set());
  expect(listFiles(join(folder, 'site-versions/1'))).toHaveLength(4);
});
