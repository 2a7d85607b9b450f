import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { afterAll, expect, test } from 'vitest';
import { outlined } from '../ledger/testing/outlines.ts';
import { manyAssets, storedData } from '../ledger/testing/stored-world.ts';
import { writeDataFiles } from './data-files.ts';
import { SiteState } from './site-state.ts';
import { SiteTree } from './site-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = ['data/v1/dats.json', 'data/v1/dats.csv', 'data/v1/editions.csv'] as const;

let sites = 0;

async function make(assets: StoredAsset[], state: SiteState, changed: readonly string[]) {
  sites += 1;
  const site = SiteTree.empty(join(folder, `site-${sites}`));
  const { reading, outline } = outlined(storedData(assets));
  const read: string[] = [];
  const datOf = (id: string) => {
    read.push(id);
    const dat = reading.dats.find((each) => each.id === id);
    if (!dat) throw new Error(`There is no ${id}.`);
    return dat;
  };
  const source = { outline, datOf, site: new URL('https://ledger.test'), kept: [] };
  const made = await writeDataFiles(site, source, state, new Set(changed));
  for (const [work, pieces] of made) state.putPieces(work, pieces);
  return { read, files: names.map((name) => readFileSync(join(site.dir, name), 'utf8')) };
}

const inMemory = () => new SiteState(':memory:');

const renamed = (assets: StoredAsset[], id: string): StoredAsset[] =>
  assets.map((asset) => (asset.id === id ? { ...asset, SongName: 'Another name' } : asset));

test('only changed works are read for the export files', async () => {
  const assets = manyAssets(30);
  const state = inMemory();
  expect((await make(assets, state, [])).read).toHaveLength(30);
  // One is gone, one has another name, and one is new.
  const [, ...kept] = assets;
  const others = [...renamed(kept, 'dat-7'), ...manyAssets(31).slice(30)];
  const next = await make(others, state, ['dat-7']);
  expect(next.read.sort()).toEqual(['dat-30', 'dat-7']);
  expect(next.files).toEqual((await make(others, inMemory(), [])).files);
  expect(next.files[0]).toContain('Another name');
});

test('a lost piece of an export file is made again, and pieces of removed works are deleted', async () => {
  const assets = manyAssets(5);
  const state = inMemory();
  const { files } = await make(assets, state, []);
  const known = [...state.worksWithPieces()].sort();
  const [lost = '', ...kept] = known;
  state.keepPieces(kept);
  expect([...state.worksWithPieces()].sort()).toEqual(kept);
  // The memory may be damaged after it was asked which works it knows.
  const forgetful = { worksWithPieces: () => new Set(known), piece: state.piece.bind(state) };
  const { outline, reading } = outlined(storedData(assets));
  const datOf = (id: string) => {
    expect(id).toBe(lost);
    const dat = reading.dats.find((each) => each.id === id);
    if (!dat) throw new Error(`There is no ${id}.`);
    return dat;
  };
  const site = SiteTree.empty(join(folder, 'lost'));
  const source = { outline, datOf, site: new URL('https://ledger.test'), kept: [] };
  await writeDataFiles(site, source, forgetful, new Set());
  expect(names.map((name) => readFileSync(join(site.dir, name), 'utf8'))).toEqual(files);
});

test('an obsolete sitemap is removed', async () => {
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
  await writeDataFiles(site, source, inMemory(), new Set());
  const left = [...site.files].filter((file) => file.startsWith('sitemap'));
  expect(left.sort()).toEqual(['sitemap.xml', 'sitemap/1.xml']);
});
