import { globSync, readFileSync } from 'node:fs';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { expect, test } from 'vitest';
import { outlined } from '../testing/outlines.ts';
import { manyAssets, storedAt, storedData } from '../testing/stored-world.ts';
import { datFiles, fixedFiles, furtherFolder, plannedFolders, planPages } from './plan.ts';
import type { PlannedOutline } from './rows/outline.ts';

const pages = globSync('**/*.{astro,ts}', { cwd: new URL('./pages/', import.meta.url) });
const textOf = (page: string): string =>
  readFileSync(new URL(`./pages/${page}`, import.meta.url), 'utf8');

test('a planned page reads only the rows that its props and parameters name', () => {
  const planned = pages.filter((page) => textOf(page).includes('plannedPaths'));
  expect(planned).toHaveLength(8);
  const readers = [...planned, '../exports/dat-file.ts'].filter((page) => {
    const used = textOf(page)
      .replaceAll(/import .*;/g, '')
      .replaceAll('const { previews } = outline;', '')
      .replaceAll('outline.previews', '');
    return /\boutline\b/.test(used);
  });
  expect(readers).toEqual([]);
});

test('a fixed file that does not depend on the data does not import the data', () => {
  const keys = fixedFiles(outlined(storedData([])).outline);
  const constant = [...keys].filter(([, key]) => key === '-').map(([file]) => file);
  const sources = constant
    // The schema file is no page, and is made of schemas alone.
    .filter((file) => file !== 'data/v1/schema.json')
    .map((file) => (file.endsWith('.html') ? file.replace(/html$/, 'astro') : `${file}.ts`));
  expect(sources.filter((source) => !pages.includes(source))).toEqual([]);
  const readers = sources.filter((source) => textOf(source).includes('build-data'));
  // The player names the folder of previews, which is part of the name of all sources.
  expect(readers).toEqual(['embed.astro']);
});

const keysOf = (outline: PlannedOutline): Map<string, string> =>
  new Map([
    ...fixedFiles(outline),
    ...[...planPages(outline)].map(({ name, key }) => [name, key] as const),
  ]);

function drawnAfter(change: (assets: StoredAsset[]) => void): string[] {
  const before = outlined(storedData(manyAssets(150)));
  const assets = manyAssets(150);
  change(assets);
  const changedAt = storedAt + 60_000;
  const { summaries, ...rest } = storedData(assets);
  const stored = { ...rest, summaries: summaries.map((one) => ({ ...one, changedAt })) };
  const after = outlined(stored, before.rows, changedAt);
  const keys = keysOf(before.outline);
  return [...keysOf(after.outline)]
    .filter(([name, key]) => keys.get(name) !== key)
    .map(([name]) => name)
    .sort();
}

test('after one change only pages that show the work are drawn', () => {
  const renamed = drawnAfter((assets) => {
    const [asset] = assets.slice(60);
    if (asset) asset.SongName = 'Another name';
  });
  expect(renamed).toEqual([
    'dats/2.html',
    'profile/artist4.html',
    'profile/lenafjeldstad.html',
    'viewdat/dat-60.html',
  ]);
  expect(drawnAfter(() => {})).toEqual([]);
});

test('the first page of the list is drawn again when one of its works or any stock changes', () => {
  const rename = (index: number) => (assets: StoredAsset[]) => {
    const asset = assets.at(index);
    if (asset) asset.SongName = 'Another name';
  };
  const [first, other] = [0, 60].map((index) => drawnAfter(rename(index)).includes('dats.html'));
  expect([first, other]).toEqual([true, false]);
  const sold = drawnAfter((assets) => {
    const edition = assets[60]?.editions.find(({ isForSale }) => isForSale);
    if (edition) edition.isForSale = false;
  });
  expect(sold).toContain('dats.html');
});

test('a release changes every page of the list, and the pages of its artist and owners', () => {
  const released = drawnAfter((assets) => {
    const [first] = assets;
    if (first) assets.push({ ...first, id: 'new', releaseTimestamp: storedAt });
  });
  expect(released).toEqual([
    'dats.html',
    'dats/2.html',
    'dats/3.html',
    'dats/4.html',
    'profile/artist0.html',
    'profile/lenafjeldstad.html',
    'viewdat/new.html',
  ]);
});

test('all pages of a person are planned together, in a folder of their own', () => {
  const all = [...planPages(outlined(storedData(manyAssets(350))).outline)];
  const artist = all.find(({ name }) => name === 'profile/artist0.html');
  expect(artist?.files()).toEqual([
    'profile/artist0.html',
    'profile/artist0/2.html',
    'profile/artist0/feed.xml',
  ]);
  const fan = all.find(({ name }) => name === 'profile/lenafjeldstad.html');
  expect(fan?.files().some((file) => file.endsWith('feed.xml'))).toBe(false);
  const files = all.flatMap((each) => each.files());
  expect(all.flatMap((each) => each.group().pages.map(({ file }) => file))).toEqual(files);
  expect(new Set(files).size).toBe(files.length);
  const folders = new Set(
    files.map((file) => plannedFolders.find((each) => file.startsWith(`${each}/`))),
  );
  expect(folders).not.toContain(undefined);
});

test('the works of an artist stand once in the plan, however many pages show them', () => {
  const own = { creatorId: 'maker-0', creatorUsername: 'artist0', userId: 'maker-0' };
  const assets = manyAssets(350).map((asset) => ({ ...asset, ...own }));
  const all = [...planPages(outlined(storedData(assets)).outline)];
  const { props, pages } = all.find(({ name }) => name === 'profile/artist0.html')?.group() ?? {};
  expect(props?.works).toHaveLength(350);
  // One file is the feed of the newest works.
  expect(pages).toHaveLength(9);
  expect(JSON.stringify(pages?.slice(0, -1))).not.toContain('dat-');
});

test('all files of a group of pages are in its folder, except those that every DAT has', () => {
  const { outline } = outlined(storedData(manyAssets(150)));
  const ofDats = new Set(outline.briefs.flatMap(({ id }) => datFiles(id)));
  const groups = [...planPages(outline)].map(({ name, files }) => ({
    name,
    others: files().slice(1),
  }));
  const withOthers = groups.filter(({ others }) => others.some((file) => !ofDats.has(file)));
  expect(withOthers.length).toBeGreaterThan(5);
  for (const { name, others } of withOthers) {
    const elsewhere = others.filter((file) => !file.startsWith(`${furtherFolder(name)}/`));
    expect(elsewhere).toEqual([]);
  }
});
