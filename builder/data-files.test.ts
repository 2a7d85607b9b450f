import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { afterAll, expect, test } from 'vitest';
import { outlined } from '../ledger/testing/outlines.ts';
import { manyAssets, storedData } from '../ledger/testing/stored-world.ts';
import { writeDataFiles } from './data-files.ts';
import type { KnownPieces } from './site-state.ts';
import { SiteTree } from './site-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = ['data/v1/dats.json', 'data/v1/dats.csv', 'data/v1/editions.csv'] as const;

interface Made {
  readonly siteDir: string;
  readonly pieces: KnownPieces;
  readonly files: readonly string[];
  /** The works that were read. */
  readonly read: readonly string[];
}

let sites = 0;

/** Writes the files about these works, and says of which the last ones are not right any more. */
async function make(
  assets: StoredAsset[],
  last?: { made: Made; changed: readonly string[] },
): Promise<Made> {
  sites += 1;
  const siteDir = join(folder, `site-${sites}`);
  const { reading, outline } = outlined(storedData(assets));
  const read: string[] = [];
  const datOf = (id: string) => {
    read.push(id);
    const dat = reading.dats.find((each) => each.id === id);
    if (!dat) throw new Error(`There is no ${id}.`);
    return dat;
  };
  const source = { outline, datOf, site: new URL('https://ledger.test'), kept: [] };
  const before = last && { ...last.made, changed: last.changed };
  const pieces = await writeDataFiles(SiteTree.empty(siteDir), source, before);
  return {
    siteDir,
    pieces,
    read,
    files: names.map((name) => readFileSync(join(siteDir, name), 'utf8')),
  };
}

const renamed = (assets: StoredAsset[], id: string): StoredAsset[] =>
  assets.map((asset) => (asset.id === id ? { ...asset, SongName: 'Another name' } : asset));

test('only works of which something else is said are read', async () => {
  const assets = manyAssets(30);
  const made = await make(assets);
  expect(made.read).toHaveLength(30);
  const others = renamed(assets.slice(1), 'dat-7');
  const next = await make(others, { made, changed: ['dat-7'] });
  expect(next.read).toEqual(['dat-7']);
  expect(next.files).toEqual((await make(others)).files);
});

test.each([
  ['is gone', (path: string) => rmSync(path)],
  ['was cut', (path: string) => truncateSync(path, 100)],
  ['has grown', (path: string) => writeFileSync(path, 'more', { flag: 'a' })],
])('when one of the last files %s, all works are read', async (_what, damage) => {
  const assets = manyAssets(10);
  for (const name of names) {
    const made = await make(assets);
    damage(join(made.siteDir, name));
    const next = await make(assets, { made, changed: [] });
    expect(next.read).toHaveLength(10);
    expect(next.files).toEqual(made.files);
  }
});

test('a sitemap that is needed no more is removed', async () => {
  const { outline } = outlined(storedData(manyAssets(3)));
  const site = SiteTree.empty(join(folder, 'sitemaps'));
  for (const number of [2, 3]) site.write(`sitemap/${number}.xml`, 'old');
  const datOf = () => {
    throw new Error('No work is read.');
  };
  const source = {
    outline: { ...outline, briefs: [] },
    datOf,
    site: new URL('https://x.test'),
    kept: [],
  };
  await writeDataFiles(site, source, undefined);
  const left = [...site.files].filter((file) => file.startsWith('sitemap'));
  expect(left.sort()).toEqual(['sitemap.xml', 'sitemap/1.xml']);
});
