import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFiles } from './fingerprint.ts';
import { moveDir, nextVersionDir, publish, versionsDir } from './publish.ts';
import { SiteState, type TreeNotes } from './site-state.ts';
import { SiteTree } from './site-tree.ts';

let folder: string;
let siteDir: string;
let to: string;
let state: SiteState;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-tree-'));
  siteDir = join(folder, 'site');
  to = join(folder, 'next');
  state = new SiteState(join(folder, 'state'));
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

const textsIn = (dir: string) =>
  Object.fromEntries(
    listFiles(`${dir}/`).map((file) => [file, readFileSync(join(dir, file), 'utf8')]),
  );

function publishTree(site: SiteTree, version: string): void {
  const dir = nextVersionDir(siteDir, version);
  moveDir(site.dir, dir);
  const before = publish(dir, siteDir);
  if (before !== undefined && site.isLikeLive) state.setTrees(site.notes(siteDir, before));
}

const first = {
  'index.html': 'landing',
  'viewdat/drawn.html': 'old',
  'viewdat/same.html': 'same',
  'profile/gone/2.html': 'gone',
};
const second = {
  'index.html': 'landing',
  'viewdat/drawn.html': 'new',
  'viewdat/more.html': 'more',
  'viewdat/same.html': 'same',
};

function noted(): TreeNotes {
  const notes = state.trees();
  if (!notes) throw new Error('Nothing was noted.');
  return notes;
}

function published(): void {
  const one = SiteTree.empty(to);
  for (const [file, text] of Object.entries(first)) one.write(file, text);
  publishTree(one, '1');
  const two = SiteTree.likeLive(siteDir, to, state);
  two.write('viewdat/drawn.html', 'new');
  two.write('viewdat/more.html', 'more');
  two.remove('profile/gone/2.html');
  publishTree(two, '2');
  expect(textsIn(siteDir)).toEqual(second);
  expect(textsIn(join(versionsDir(siteDir), '1'))).toEqual(first);
}

test('a version that a full disk or a kill left unfinished makes room for the next one', () => {
  published();
  nextVersionDir(siteDir, 'unfinished');
  nextVersionDir(siteDir, '3');
  expect(readdirSync(versionsDir(siteDir)).sort()).toEqual(['2', '3']);
  expect(textsIn(siteDir)).toEqual(second);
});

test('the next version is made from the former one and writes to neither', () => {
  published();
  const site = SiteTree.likeLive(siteDir, to, state);
  expect(existsSync(join(versionsDir(siteDir), '1'))).toBe(false);
  expect(textsIn(to)).toEqual(second);
  expect(site.files).toEqual(new Set(Object.keys(second)));
  site.write('viewdat/same.html', 'third');
  const from = join(folder, 'other.html');
  writeFileSync(from, 'fourth');
  site.move(from, 'viewdat/drawn.html');
  site.link(join(siteDir, 'index.html'), 'viewdat/more.html');
  expect(textsIn(siteDir)).toEqual(second);
  publishTree(site, '3');
  const third = {
    ...second,
    'viewdat/same.html': 'third',
    'viewdat/drawn.html': 'fourth',
    'viewdat/more.html': 'landing',
  };
  expect(textsIn(siteDir)).toEqual(third);
  expect(textsIn(join(versionsDir(siteDir), '2'))).toEqual(second);
  SiteTree.likeLive(siteDir, to, state);
  expect(textsIn(to)).toEqual(third);
});

test('a file with the same content stays, and is not counted as different', () => {
  published();
  const site = SiteTree.likeLive(siteDir, to, state);
  const inode = (file: string) => statSync(join(to, file)).ino;
  const before = inode('viewdat/same.html');
  const from = join(folder, 'other.html');
  writeFileSync(from, 'same');
  site.moveIfOther(from, 'viewdat/same.html');
  site.writeIfOther('viewdat/same.html', 'same');
  expect(inode('viewdat/same.html')).toBe(before);
  expect(site.different).toEqual(new Set());
  site.moveIfOther(from, 'viewdat/drawn.html');
  site.writeIfOther('viewdat/more.html', Buffer.from('less'));
  site.writeIfOther('viewdat/first.html', 'first');
  const changed = ['viewdat/drawn.html', 'viewdat/more.html', 'viewdat/first.html'];
  expect(site.different).toEqual(new Set(changed));
  expect(changed.map((file) => textsIn(to)[file])).toEqual(['same', 'less', 'first']);
  expect(textsIn(siteDir)).toEqual(second);
});

test.each([
  ['there are no notes', () => state.setTrees(undefined)],
  [
    'the version before the live one is gone',
    () => rmSync(join(versionsDir(siteDir), '1'), { recursive: true }),
  ],
  ['the notes are about another live version', () => state.setTrees({ ...noted(), live: '7' })],
  [
    'the notes name a folder that is no version',
    () => state.setTrees({ ...noted(), before: '../site' }),
  ],
])('every file is linked when %s', (_when, happen) => {
  published();
  happen();
  SiteTree.likeLive(siteDir, to, state);
  expect(textsIn(to)).toEqual(second);
  expect(textsIn(siteDir)).toEqual(second);
});

test('the next version does not list files that are lost from the live site', () => {
  published();
  rmSync(join(siteDir, 'viewdat'), { recursive: true });
  const { files } = SiteTree.likeLive(siteDir, to, state);
  expect(files).toEqual(new Set(['index.html', 'viewdat/same.html']));
});

/** Waits for the file system's clock: two changes within one tick have the same time. */
function untilNextTick(): void {
  const file = join(folder, 'tick');
  const now = () => {
    writeFileSync(file, '');
    return statSync(file, { bigint: true }).mtimeNs;
  };
  const begin = now();
  while (now() === begin);
}

const versionDir = (version: string) => join(versionsDir(siteDir), version);

test('an untouched site is recognised, version after version', () => {
  published();
  for (const version of ['3', '4', '5', '6']) {
    const site = SiteTree.likeLive(siteDir, to, state);
    expect(site.isUntouched).toBe(true);
    site.write('viewdat/drawn.html', version);
    site.write(`profile/new-${version}/2.html`, version);
    if (version === '4') site.remove('viewdat/more.html');
    // Another process writes this file.
    writeFileSync(join(to, 'viewdat', `${version}.html`), version);
    site.written(`viewdat/${version}.html`);
    publishTree(site, version);
  }
  const versions = ['3', '4', '5', '6'];
  expect(Object.keys(textsIn(siteDir))).toEqual([
    'index.html',
    ...versions.map((version) => `profile/new-${version}/2.html`),
    ...versions.map((version) => `viewdat/${version}.html`),
    'viewdat/drawn.html',
    'viewdat/same.html',
  ]);
});

test.each([
  [
    'a file of the version before is gone',
    () => rmSync(join(versionDir('1'), 'viewdat/same.html')),
  ],
  ['the version before has another file', () => writeFileSync(join(versionDir('1'), 'more'), '')],
  ['a changed file of the live site is gone', () => rmSync(join(siteDir, 'viewdat/drawn.html'))],
  [
    'a folder of the live site is gone',
    () => rmSync(join(siteDir, 'viewdat'), { recursive: true }),
  ],
  [
    'the times of folders are not known',
    () => state.setTrees({ ...noted(), folders: { live: {}, before: {} } }),
  ],
  ['there are no notes', () => state.setTrees(undefined)],
])('a site is not taken for untouched when %s', (_what, happen) => {
  published();
  untilNextTick();
  happen();
  expect(SiteTree.likeLive(siteDir, to, state).isUntouched).toBe(false);
});
