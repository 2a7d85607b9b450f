import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PublicData } from '@datchain/functions/stores/public-data.ts';
import { readLastReported } from '@datchain/shared/contracts/dats-index.ts';
import { figuresOfDays, joinFigures } from '@datchain/shared/domain/streams/figures.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aStoredAsset, manyAssets, storedAt, storedData } from '../ledger/testing/stored-world.ts';
import { listFiles } from './fingerprint.ts';
import { rebuildSite } from './rebuild.ts';
import type { RebuildOptions } from './rebuild-options.ts';
import { stateFileOf } from './site-state.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'ledger-test-'));
const siteDir = join(folder, 'site');
const said: string[] = [];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rebuild = (stored: PublicData, options: Partial<RebuildOptions> = {}) =>
  rebuildSite({
    siteDir,
    log: (line) => said.push(line),
    read: async () => stored,
    portalDir: join(folder, 'portal-dist'),
    ...options,
  });

const page = (file: string, dir = siteDir): string => readFileSync(join(dir, file), 'utf8');
const world = manyAssets(50);
const changedWorld = world.map((asset) =>
  asset.id === 'dat-20' ? aStoredAsset(20, { SongName: 'A new name' }) : asset,
);

describe('a rebuild of fifty DATS', () => {
  beforeAll(async () => {
    mkdirSync(join(folder, 'portal-dist'));
    await rebuild(storedData(world));
  });

  test('every DAT has its page, analytics and certificates, and every creator and holder a profile', () => {
    const files = new Set(listFiles(`${siteDir}/`));
    const folders = ['viewdat', 'analytics', 'certificate'];
    const wanted = world.flatMap(({ id }) => folders.map((folder) => `${folder}/${id}.html`));
    expect(wanted.filter((file) => !files.has(file))).toEqual([]);
    const profiles = [...files].filter((file) => /^profile\/[^/]+\.html$/.test(file));
    // Seven artists and one buyer.
    expect(profiles).toHaveLength(8);
  });

  test('the rebuild says how many pages it published, and where', () => {
    const pages = listFiles(`${siteDir}/`).filter((file) => file.endsWith('.html'));
    expect(said).toContain(`${pages.length} pages published to ${siteDir}.`);
  });

  test('build.json has the number of DATS and the hash of the snapshot', () => {
    const info: unknown = JSON.parse(page('build.json'));
    expect(info).toMatchObject({ dats: 50, snapshot: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  test('a malformed address of the site is reported, and nothing is published', async () => {
    const before = page('build.json');
    const env = { ...process.env, SITE_URL: 'ledger.example' };
    await expect(rebuild(storedData(changedWorld), { env })).rejects.toThrow(
      'SITE_URL is not an address: ledger.example',
    );
    expect(page('build.json')).toBe(before);
  });

  test('a rebuild from unchanged data publishes nothing', async () => {
    const before = page('build.json');
    expect(await rebuild(storedData(world))).toMatchObject({ published: false, pages: 0 });
    expect(page('build.json')).toBe(before);
  });

  test('a rebuild from an unchanged copy does not read it, unless pages must be built', {
    tags: 'long',
  }, async () => {
    let reads = 0;
    const copied = (state: string, stored = storedData(world)): Partial<RebuildOptions> => ({
      refresh: async () => state,
      read: async () => {
        reads += 1;
        return stored;
      },
    });
    const readsOf = async (options: Partial<RebuildOptions>) => {
      reads = 0;
      const { published } = await rebuild(storedData(world), options);
      return { published, reads };
    };
    const nothing = { published: false, reads: 0 };
    expect(await readsOf(copied('one'))).toEqual({ published: false, reads: 1 });
    expect(await readsOf(copied('one'))).toEqual(nothing);
    expect(await readsOf(copied('two'))).toEqual({ published: false, reads: 1 });
    expect(await readsOf({ ...copied('two'), force: true })).toEqual({ published: true, reads: 1 });
    expect(await readsOf(copied('two'))).toEqual(nothing);
    // The site on disk is not the one built from this copy.
    const more = manyAssets(51);
    expect(await readsOf(copied('three', storedData(more)))).toEqual({ published: true, reads: 1 });
    await rebuild(storedData(world));
    expect(await readsOf(copied('three', storedData(more)))).toMatchObject({ published: true });
    const bad = storedData([...world, { id: 'bad' } as never]);
    const again = { published: false, reads: 1 };
    expect(await readsOf(copied('bad', bad))).toEqual({ published: true, reads: 1 });
    expect(await readsOf(copied('bad', bad))).toEqual(again);
    await rebuild(storedData(world));
  });

  test('one changed DAT changes its pages and the lists, and no other page by a byte', async () => {
    const read = (file: string) => [file, page(file)] as const;
    const before = new Map(listFiles(`${siteDir}/`).map(read));
    said.length = 0;
    await rebuild(storedData(changedWorld));
    expect(said).toContain('Building the pages of 1 of 50 DATS …');
    const after = new Map(listFiles(`${siteDir}/`).map(read));
    const different = [...after].filter(([file, text]) => before.get(file) !== text);
    expect(different.map(([file]) => file)).toEqual([
      'analytics/dat-20.html',
      'build-rows.json',
      'build.json',
      'certificate/dat-20.html',
      'data/v1/dats.csv',
      'data/v1/dats.json',
      'data/v1/dats/dat-20.json',
      'dats-index.json',
      'dats.html',
      'feed.xml',
      'profile/artist6.html',
      'profile/artist6/feed.xml',
      'profile/lenafjeldstad.html',
      expect.stringMatching(/^share\/dat-20-/),
      'viewdat/dat-20.html',
    ]);
    expect([...before.keys()].filter((file) => !after.has(file))).toEqual([
      expect.stringMatching(/^share\/dat-20-/),
    ]);
  });

  test('a rebuild that reuses pages gives the same bytes as a full one', async () => {
    const whole = join(folder, 'whole');
    cpSync(`${siteDir}/`, whole, { recursive: true });
    said.length = 0;
    await rebuild(storedData(changedWorld), { siteDir: whole, force: true });
    expect(said).toContain('Building the pages of 50 DATS …');
    const files = listFiles(`${whole}/`);
    expect(listFiles(`${siteDir}/`)).toEqual(files);
    // The file contains the build time.
    const isDifferent = (file: string) => page(file) !== page(file, whole);
    expect(files.filter((file) => file !== 'build.json' && isDifferent(file))).toEqual([]);
  });

  test('[N-FIG-03] reported streams change only the pages that show them, and the index names the last reported day', async () => {
    const read = (file: string) => [file, page(file)] as const;
    const spotify = figuresOfDays({ '2026-11-19': { streams: 1234 } }, buildCalendar('2026-11-20'));
    const figures = spotify && joinFigures({ spotify });
    await rebuild(storedData(world));
    const before = new Map(listFiles(`${siteDir}/`).map(read));
    const streams = { byDat: figures ? { 'dat-20': figures } : {}, badRows: [] };
    await rebuild({ ...storedData(world), streams });
    const after = new Map(listFiles(`${siteDir}/`).map(read));
    const different = [...after].filter(([file, text]) => before.get(file) !== text);
    const pages = different.map(([file]) => file).filter((file) => file.endsWith('.html'));
    expect(pages).toEqual([
      'analytics/dat-20.html',
      'dats.html',
      'profile/artist6.html',
      'viewdat/dat-20.html',
    ]);
    expect(page('analytics/dat-20.html')).toContain('1,234');
    const index = JSON.parse(page('dats-index.json'));
    expect(readLastReported(index, new Set(['dat-19', 'dat-20']))).toEqual([
      { datId: 'dat-20', platform: 'spotify', upTo: '2026-11-19' },
    ]);
  });

  test('a database that suddenly holds no DATS is not published', async () => {
    const before = page('build.json');
    await expect(rebuild(storedData([]))).rejects.toThrow('the live site has 50');
    expect(page('build.json')).toBe(before);
  });

  test('a database that has lost more than a tenth of its DATS is published only with --allow-empty', async () => {
    const before = page('build.json');
    const fewer = storedData(world.slice(0, 44));
    await expect(rebuild(fewer)).rejects.toThrow('hold 44 DATS, but the live site has 50');
    expect(page('build.json')).toBe(before);
    expect(await rebuild(fewer, { allowEmpty: true, dryRun: true })).toMatchObject({
      published: false,
      badRows: [],
    });
  });

  test('a dry run leaves the memory and the versions as they are, also when it fails', async () => {
    const versions = () => readdirSync(folder, { recursive: true }).sort();
    const before = [readFileSync(stateFileOf(siteDir)), versions()];
    await rebuild(storedData(world.slice(0, 48)), { dryRun: true });
    expect([readFileSync(stateFileOf(siteDir)), versions()]).toEqual(before);
    const read = () => Promise.reject(new SyntaxError('No JSON'));
    await expect(rebuild(storedData([]), { dryRun: true, read })).rejects.toThrow('No JSON');
    expect([readFileSync(stateFileOf(siteDir)), versions()]).toEqual(before);
  });

  test('a database that cannot be read leaves the site as it is', async () => {
    const read = () => Promise.reject(new Error('No answer'));
    await expect(rebuild(storedData([]), { read })).rejects.toThrow('No answer');
    expect(existsSync(join(siteDir, 'index.html'))).toBe(true);
  });

  test('a rebuild replaces a damaged state file', async () => {
    const before = readFileSync(stateFileOf(siteDir));
    writeFileSync(stateFileOf(siteDir), before.fill(0xa5, before.length / 2));
    said.length = 0;
    expect(await rebuild(storedData(changedWorld))).toMatchObject({ published: true });
    expect(said.join()).toContain('Building all of the site without what was known of it');
    said.length = 0;
    expect(await rebuild(storedData(world))).toMatchObject({ published: true });
    expect(said).toContain('Building the pages of 1 of 50 DATS …');
  });

  test.each(["DELETE FROM texts WHERE key = 'dat-10'", "UPDATE texts SET json = '['"])(
    'a rebuild reads lost or damaged rows again: %s',
    async (damage) => {
      const memory = new DatabaseSync(stateFileOf(siteDir));
      memory.exec(damage);
      memory.close();
      const next = [aStoredAsset(50, { SongName: damage, releaseTimestamp: storedAt }), ...world];
      expect(await rebuild(storedData(next))).toMatchObject({ published: true, leftOut: [] });
      expect(page('viewdat/dat-50.html')).toContain('texts');
    },
  );

  test('a second rebuild at the same time is refused', async () => {
    let giveUp = () => {};
    const canGiveUp = new Promise<void>((resolve) => {
      giveUp = resolve;
    });
    const read = async (): Promise<PublicData> => {
      await canGiveUp;
      throw new Error('No answer');
    };
    const first = rebuild(storedData(world), { read });
    await expect(rebuild(storedData(world))).rejects.toThrow('Another rebuild');
    giveUp();
    await expect(first).rejects.toThrow('No answer');
  });

  test('the published site is a symbolic link', () => {
    expect(lstatSync(siteDir).isSymbolicLink()).toBe(true);
  });
});

describe('bad data', () => {
  const dir = join(folder, 'bad-site');
  const rows = [
    aStoredAsset(0, { ArtworkURL: undefined, releaseTimestamp: undefined }),
    aStoredAsset(1, {
      SongName: '🎵 عربي שלום',
      editions: [{ edition: '3', price: '$25.00', royalties: '2.5', isForSale: 'true' }],
    }),
    'nothing',
    { id: 'bad id', SongName: 'x' },
  ];
  let badRows: readonly { row: string }[] = [];
  const lines: string[] = [];
  beforeAll(async () => {
    const log = (line: string) => lines.push(line);
    ({ badRows } = await rebuild(storedData(rows), { siteDir: dir, log }));
  });

  test('bad rows are reported one by one, and the rest is published with remarks', () => {
    expect(badRows.map(({ row }) => row)).toEqual([
      'assetsSummary/main.assets[2]',
      'assetsSummary/main.assets[3]',
    ]);
    expect(lines).toContain('Shown, but noted: no artwork: dat-0.');
    expect(listFiles(join(dir, 'viewdat/'))).toEqual(['dat-0.html', 'dat-1.html']);
  });

  test('a work without a release time is last, and its page says so', () => {
    const hrefs = [...page('dats.html', dir).matchAll(/href="(\/viewdat\/[^"]+)"/g)];
    expect(hrefs.at(-1)?.[1]).toBe('/viewdat/dat-0');
    expect(page('viewdat/dat-0.html', dir)).toMatch(/Released<\/dt><dd[^>]*>–/);
  });

  test('names appear as written, and numbers in text form are read', () => {
    expect(page('viewdat/dat-1.html', dir)).toContain('🎵 عربي שלום');
    expect(page('viewdat/dat-1.html', dir)).toContain('DAT #3 - $25.00');
  });
});

test('[R-DAT-04] missing summaries give an empty ledger, not a crash', async () => {
  const dir = join(folder, 'missing-site');
  const stored = { ...storedData([]), summaries: [], tokenBlocks: null, metrics: null };
  const result = await rebuild(stored, { siteDir: dir });
  expect(result.published).toBe(true);
  expect(page('dats.html', dir)).toContain('No assets to display.');
  expect(page('home.html', dir)).toContain('No tokens are for sale yet.');
});
