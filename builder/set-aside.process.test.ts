import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicData } from '@datchain/functions/stores/public-data.ts';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { aStoredAsset, manyAssets, storedAt, storedData } from '../ledger/testing/stored-world.ts';
import { listFiles } from './fingerprint.ts';
import { rebuildSite } from './rebuild.ts';
import type { RebuildOptions } from './rebuild-options.ts';
import { stateFileOf } from './site-state.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'set-aside-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let sites = 0;

function aSite() {
  sites += 1;
  const siteDir = join(folder, `site-${sites}`);
  const said: string[] = [];
  return {
    said,
    forget: () => rmSync(stateFileOf(siteDir)),
    has: (file: string) => existsSync(join(siteDir, file)),
    page: (file: string) => readFileSync(join(siteDir, file), 'utf8'),
    files: () => new Set(listFiles(`${siteDir}/`)),
    build(stored: PublicData, options: Partial<RebuildOptions> = {}) {
      said.splice(0);
      return rebuildSite({
        siteDir,
        log: (line) => said.push(line),
        read: async () => stored,
        portalDir: join(folder, 'no-portal'),
        ...options,
      });
    },
  };
}

/** Incompressible text of characters with three bytes each. */
function dense(length: number, seed: number): string {
  let state = seed + 1;
  const sign = () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(0x4e00 + (state % 20_000));
  };
  return Array.from({ length }, sign).join('');
}

/** Credits that push a work's page, and no other, over its budget. */
const heavy = (seed: number): Partial<StoredAsset> => ({
  producers: Array.from({ length: 300 }, (_, index) => ({
    id: `p${index}`,
    tag: dense(40, seed + index),
  })),
});

const world = manyAssets(50);
const changed = (changes: Record<string, object>): StoredAsset[] =>
  world.map((asset) => ({ ...asset, ...changes[asset.id] }));

const weighs = expect.stringMatching(/^the page weighs \d+ bytes, budget 61440$/);

test('[N-INP-01] a new page over its budget is left out and reported; the rest is published', async () => {
  const site = aSite();
  const { published, leftOut } = await site.build(storedData(changed({ 'dat-3': heavy(1) })));
  expect(published).toBe(true);
  expect(leftOut).toEqual([{ what: 'viewdat/dat-3.html', problem: weighs }]);
  expect(site.said.filter((line) => line.startsWith('Left out'))).toHaveLength(1);
  const others = ['analytics', 'certificate'].map((kind) => `${kind}/dat-3.html`);
  for (const file of [...others, 'data/v1/dats/dat-3.json', 'viewdat/dat-4.html', 'home.html']) {
    expect([file, site.has(file)]).toEqual([file, true]);
  }
  expect(site.has('viewdat/dat-3.html')).toBe(false);
  // The fallback page answers, so links to the page stay.
  expect(site.page('dats.html')).toContain('href="/viewdat/dat-3"');

  const again = await site.build(storedData(changed({ 'dat-3': heavy(1) })));
  expect(again).toMatchObject({ published: false, leftOut });

  const renamed = { SongName: 'A new name' };
  const both = { 'dat-3': heavy(1), 'dat-20': renamed };
  expect(await site.build(storedData(changed(both)))).toMatchObject({ published: true, leftOut });
  expect(site.said).toContain('Building the pages of 2 of 50 DATS …');
  expect(site.page('viewdat/dat-20.html')).toContain('A new name');

  expect(await site.build(storedData(changed({ 'dat-20': renamed })))).toMatchObject({
    leftOut: [],
  });
  expect(site.page('viewdat/dat-3.html')).toContain('Song 3');
});

test('[N-INP-01] a rebuild without memory reports the left-out pages again', async () => {
  const site = aSite();
  const stored = storedData([aStoredAsset(0, heavy(1))]);
  const { leftOut } = await site.build(stored);
  expect(leftOut).toHaveLength(1);
  site.forget();
  expect(await site.build(stored)).toMatchObject({ leftOut });
});

test('[N-INP-01] a page that becomes too heavy stays as it was, unless it shows something removed', async () => {
  const site = aSite();
  await site.build(storedData(world));
  const old = site.page('viewdat/dat-3.html');
  const { leftOut } = await site.build(storedData(changed({ 'dat-3': heavy(1) })));
  const problem = expect.stringMatching(
    /^the page weighs \d+ bytes, budget 61440; it stays as it was$/,
  );
  expect(leftOut).toEqual([{ what: 'viewdat/dat-3.html', problem }]);
  expect(site.page('viewdat/dat-3.html')).toBe(old);
  expect(site.page('analytics/dat-3.html')).toContain('Song 3');
  // The former page was fine; each rebuild tries again.
  await site.build(storedData(changed({ 'dat-3': heavy(1), 'dat-4': { SongName: 'Other' } })));
  expect(site.page('viewdat/dat-3.html')).toBe(old);

  // A former holder who is no longer named must not appear on an old page.
  const editions = aStoredAsset(3).editions.map((edition) => ({ ...edition, username: '' }));
  await site.build(storedData(changed({ 'dat-3': { ...heavy(1), editions } })));
  expect(site.has('viewdat/dat-3.html')).toBe(false);
});

test("[N-INP-01] a takedown is published although the work's page is too heavy", async () => {
  const site = aSite();
  await site.build(storedData(world));
  const takenDown = { at: storedAt, reason: dense(30_000, 5) };
  const { published, leftOut } = await site.build(storedData(changed({ 'dat-3': { takenDown } })));
  expect(published).toBe(true);
  expect(leftOut.map(({ what }) => what)).toContain('viewdat/dat-3.html');
  expect(site.has('viewdat/dat-3.html')).toBe(false);
  const showing = [...site.files()].filter(
    (file) => file.endsWith('.html') && site.page(file).includes('dat_artwork%2Fdat-3.png'),
  );
  expect(showing).toEqual([]);
  expect(site.page('dats.html')).not.toContain('/viewdat/dat-3"');
});

test('[N-INP-01] only the page that cannot be drawn is left out and reported', async () => {
  const site = aSite();
  await site.build(storedData(world));
  const spoilt = { totalStreams: 3, platforms: { spotify: { total: 3 } } } as never;
  const stored = { ...storedData(world), streams: { byDat: { 'dat-5': spoilt }, badRows: [] } };
  const { published, leftOut } = await site.build(stored);
  expect(published).toBe(true);
  const problem = expect.stringContaining('could not be drawn: TypeError');
  expect(leftOut).toEqual([
    { what: 'analytics/dat-5.html', problem },
    { what: 'data/v1/dats/dat-5.json', problem },
  ]);
  expect(site.has('analytics/dat-5.html')).toBe(false);
  expect(site.page('viewdat/dat-5.html')).toContain('href="/analytics/dat-5"');
  expect(await site.build(storedData(world))).toMatchObject({ published: true, leftOut: [] });
  expect(site.has('analytics/dat-5.html')).toBe(true);
});

test('a work with an impossible release date has no release time', async () => {
  const site = aSite();
  const { leftOut } = await site.build(
    storedData(changed({ 'dat-5': { releaseTimestamp: 8.7e15 } })),
  );
  expect(leftOut).toEqual([]);
  expect(site.page('viewdat/dat-5.html')).toMatch(/Released<\/dt><dd[^>]*>–/);
});

test('[N-INP-01] lists stay within budget with any names, texts and people', async () => {
  const site = aSite();
  const names = manyAssets(100).map((asset, index) => ({
    ...asset,
    SongName: dense(120, index),
    ArtistName: dense(120, 1_000 + index),
    creatorUsername: `${index}${'._-'.repeat(15)}`,
  }));
  const histories = Object.fromEntries(
    names.map(({ id, creatorUsername }, index) => [
      id,
      [
        {
          at: storedAt + index,
          kind: 'sold' as const,
          edition: 1,
          priceCents: 2_500,
          from: creatorUsername,
          to: 'lenafjeldstad',
        },
      ],
    ]),
  );
  const { leftOut } = await site.build({ ...storedData(names), histories });
  expect(leftOut).toEqual([]);
  const listed = [...site.files()]
    .filter((file) => /^dats(\/\d+)?\.html$/.test(file))
    .flatMap((file) => [...site.page(file).matchAll(/<h3[^>]*><a href="\/viewdat\/([^"]+)"/g)]);
  expect(new Set(listed.map(([, id]) => id)).size).toBe(100);
  expect(listed).toHaveLength(100);
});

test('[N-PPL-14] a username equal to a file or folder gets no page, and is reported', async () => {
  const site = aSite();
  const { published, leftOut } = await site.build(
    storedData(
      changed({
        'dat-1': { creatorUsername: 'somebody.html' },
        'dat-2': { creatorUsername: 'index' },
        'dat-3': { creatorUsername: 'somebody', artistFeatures: [{ id: 'x', tag: '@index' }] },
        'dat-4': { creatorUsername: 'feed.xml' },
        'dat-6': { creatorUsername: '__proto__' },
      }),
    ),
  );
  expect(published).toBe(true);
  expect(leftOut.map(({ what }) => what)).toEqual([
    'the page of @somebody.html',
    'the page of @index',
  ]);
  const profiles = [...site.files()].filter((file) => /^profile\/[^/]*\.html$/.test(file));
  expect(profiles).toEqual(
    expect.arrayContaining(
      ['somebody', 'feed.xml', '__proto__'].map((name) => `profile/${name}.html`),
    ),
  );
  expect(profiles).not.toContain('profile/index.html');
  expect(profiles).not.toContain('profile/somebody.html.html');
  for (const page of ['viewdat/dat-1.html', 'viewdat/dat-2.html', 'viewdat/dat-3.html']) {
    expect(site.page(page)).not.toMatch(/href="\/profile\/(index|somebody\.html)"/);
  }
});
