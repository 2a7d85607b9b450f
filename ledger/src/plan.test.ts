import { globSync, readFileSync } from 'node:fs';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { expect, test } from 'vitest';
import { outlined } from '../testing/outlines.ts';
import { manyAssets, storedAt, storedData } from '../testing/stored-world.ts';
import { fixedFiles, plannedFolders, planPages } from './plan.ts';

const pages = globSync('**/*.{astro,ts}', { cwd: new URL('./pages/', import.meta.url) });
const textOf = (page: string): string =>
  readFileSync(new URL(`./pages/${page}`, import.meta.url), 'utf8');

test('a planned page reads no row but those that its props and parameters name', () => {
  const planned = pages.filter((page) => textOf(page).includes('plannedPaths'));
  expect(planned).toHaveLength(10);
  const readers = planned.filter((page) => {
    const used = textOf(page)
      .replaceAll(/import .*;/g, '')
      .replaceAll('const { previews } = outline;', '')
      .replaceAll('outline.previews', '');
    return /\boutline\b/.test(used);
  });
  // The sitemap names every page, and is drawn each time.
  expect(readers).toEqual(['sitemap/[file].xml.ts']);
});

test('a file that shows nothing of the data reads nothing of it', () => {
  const keys = fixedFiles(outlined(storedData([])).outline);
  const constant = [...keys].filter(([, key]) => key === '-').map(([file]) => file);
  const sources = constant.map((file) =>
    file.endsWith('.html') ? file.replace(/html$/, 'astro') : `${file}.ts`,
  );
  expect(sources.filter((source) => !pages.includes(source))).toEqual([]);
  const readers = sources.filter((source) => textOf(source).includes('build-data'));
  // The player names the folder of previews, which is part of the name of all sources.
  expect(readers).toEqual(['embed.astro']);
});

/** The names of pages that are drawn after a change, besides those that always are. */
function drawnAfter(change: (assets: StoredAsset[]) => void): string[] {
  const before = outlined(storedData(manyAssets(150)));
  const assets = manyAssets(150);
  change(assets);
  const after = outlined(storedData(assets), before.rows, storedAt + 60_000);
  const keys = new Map([...planPages(before.outline)].map(({ name, key }) => [name, key]));
  return [...planPages(after.outline)]
    .filter(({ name, key }) => key !== undefined && keys.get(name) !== key)
    .map(({ name }) => name)
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

test('a release changes every page of the list, and the pages of who is in it', () => {
  const released = drawnAfter((assets) => {
    const [first] = assets;
    if (first) assets.push({ ...first, id: 'new', releaseTimestamp: storedAt });
  });
  expect(released).toEqual([
    'dats/2.html',
    'dats/3.html',
    'dats/4.html',
    'profile/artist0.html',
    'profile/lenafjeldstad.html',
    'viewdat/new.html',
  ]);
});

test('what pages there are of someone is planned together, in folders of their own', () => {
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
  expect(all.flatMap((each) => each.pages().map(({ file }) => file))).toEqual(files);
  expect(new Set(files).size).toBe(files.length);
  const folders = new Set(
    files.map((file) => plannedFolders.find((each) => file.startsWith(`${each}/`))),
  );
  expect(folders).not.toContain(undefined);
});
