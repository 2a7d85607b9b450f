import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { afterAll, expect, test } from 'vitest';
import { splitIntoChunks } from '../ledger/src/exports/files-of-works.ts';
import { outlined } from '../ledger/testing/outlines.ts';
import { manyAssets, storedData } from '../ledger/testing/stored-world.ts';
import { writeDataFiles } from './data-files.ts';
import { SiteState } from './site-state.ts';
import { SiteTree } from './site-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = ['data/v1/dats.json', 'data/v1/dats.csv', 'data/v1/editions.csv'] as const;

let sites = 0;

async function make(assets: StoredAsset[], state: SiteState) {
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
  state.setChunks(await writeDataFiles(site, source, state));
  return { read, files: names.map((name) => readFileSync(join(site.dir, name), 'utf8')) };
}

const inMemory = () => new SiteState(':memory:');

const renamed = (assets: StoredAsset[], id: string): StoredAsset[] =>
  assets.map((asset) => (asset.id === id ? { ...asset, SongName: 'Another name' } : asset));

test('only the works beside a changed one are read for the export files', async () => {
  const assets = manyAssets(1_000);
  const state = inMemory();
  expect((await make(assets, state)).read).toHaveLength(1_000);
  expect((await make(assets, state)).read).toEqual([]);
  const [, ...kept] = assets;
  const others = [...renamed(kept, 'dat-7'), ...manyAssets(1_001).slice(1_000)];
  const next = await make(others, state);
  expect(next.read).toEqual(expect.arrayContaining(['dat-7', 'dat-1000']));
  expect(next.read.length).toBeLessThan(600);
  expect(next.files).toEqual((await make(others, inMemory())).files);
  expect(next.files[0]).toContain('Another name');
});

test('a lost chunk of the export files is made again, and obsolete chunks are deleted', async () => {
  const assets = manyAssets(1_000);
  const state = inMemory();
  const { files } = await make(assets, state);
  const known = [...state.chunks()];
  const [lost = '', ...kept] = known;
  state.setChunks({ keys: kept, made: new Map() });
  expect([...state.chunks()]).toEqual(kept);
  // The memory may be damaged after it was asked which chunks it knows.
  const forgetful = { chunks: () => new Set(known), piece: state.piece.bind(state) };
  const { outline, reading } = outlined(storedData(assets));
  const own = splitIntoChunks(outline.briefs).find(({ key }) => key === lost);
  const datOf = (id: string) => {
    expect(own?.briefs.map((brief) => brief.id)).toContain(id);
    const dat = reading.dats.find((each) => each.id === id);
    if (!dat) throw new Error(`There is no ${id}.`);
    return dat;
  };
  const site = SiteTree.empty(join(folder, 'lost'));
  const source = { outline, datOf, site: new URL('https://ledger.test'), kept: [] };
  await writeDataFiles(site, source, forgetful);
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
  await writeDataFiles(site, source, inMemory());
  const left = [...site.files].filter((file) => file.startsWith('sitemap'));
  expect(left.sort()).toEqual(['sitemap.xml', 'sitemap/1.xml']);
});
