import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicData } from '@datchain/functions/stores/public-data.ts';
import {
  aStoredAsset,
  manyAssets,
  storedAt,
  storedBlocks,
  storedData,
} from '@datchain/ledger/testing/stored-world.ts';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { figuresOfDays, joinFigures } from '@datchain/shared/domain/streams/figures.ts';
import { calendarOf } from '@datchain/shared/domain/streams/spans.ts';
import { tries } from '@datchain/shared/testing/tries.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { listFiles } from './fingerprint.ts';
import { rebuildSite } from './rebuild.ts';

const folder = mkdtempSync(join(tmpdir(), 'random-changes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the databases hold, in a form that changes are easily made to. */
interface World {
  assets: StoredAsset[];
  changedAt: number;
  plays: Record<string, number>;
  about: Record<string, string>;
  platformRemaining: number;
}

const calendar = calendarOf('2026-11-20');

function dataOf({ assets, changedAt, plays, about, platformRemaining }: World): PublicData {
  const stored = storedData([]);
  const middle = Math.ceil(assets.length / 2);
  const byDat = Object.entries(plays).flatMap(([id, streams]) => {
    const spotify = figuresOfDays({ '2026-11-19': { streams } }, calendar);
    const figures = spotify && joinFigures({ spotify });
    return figures ? [[id, figures] as const] : [];
  });
  const people = Object.entries(about).map(
    ([name, text]) => [name, { about: text, links: [], followers: text.length }] as const,
  );
  return {
    ...stored,
    summaries: [
      { id: 'main', value: { assets: assets.slice(0, middle) }, changedAt },
      { id: 'p1', value: { assets: assets.slice(middle) }, changedAt: storedAt },
    ],
    tokenBlocks: { ...storedBlocks, 36: { ...storedBlocks[36], platformRemaining } },
    streams: { byDat: Object.fromEntries(byDat), badRows: [] },
    people: Object.fromEntries(people),
  };
}

type Change = (world: World) => void;

/** A change of one of the works there are by then. */
const ofWork = (change: (asset: StoredAsset, at: number, world: World) => void) =>
  fc.nat().map(
    (number): Change =>
      (world) => {
        const at = number % world.assets.length;
        const asset = world.assets[at];
        if (asset) change(asset, at, world);
      },
  );

const withEdition = (asset: StoredAsset, number: number, changes: object): StoredAsset => ({
  ...asset,
  editions: asset.editions.map((one) => (one.edition === number ? { ...one, ...changes } : one)),
});

const change: fc.Arbitrary<Change> = fc.oneof(
  ofWork((asset, at, { assets }) => {
    assets[at] = { ...asset, SongName: `${asset.SongName} again` };
  }),
  ofWork((asset, at, { assets }) => {
    const to = { isForSale: false, username: 'bo', currentOwnerId: 'fan-2' };
    assets[at] = withEdition(asset, (at % 20) + 1, to);
  }),
  ofWork((asset, at, { assets }) => {
    assets[at] = withEdition(asset, 3, { isForSale: true, price: 10 + at });
  }),
  ofWork((asset, at, { assets }) => {
    assets[at] = { ...asset, creatorUsername: 'another', ArtistName: 'Another' };
  }),
  ofWork((asset, at, { assets }) => {
    const takenDown = asset.takenDown ? null : { at: storedAt, reason: 'A claim of rights' };
    assets[at] = { ...asset, takenDown };
  }),
  ofWork(({ id }, at, { plays }) => {
    plays[id] = (plays[id] ?? 0) + at + 1;
  }),
  ofWork(({ creatorUsername }, at, { about }) => {
    about[creatorUsername.toLowerCase()] = 'x'.repeat(at);
  }),
  ofWork((_asset, at, { assets }) => {
    if (assets.length > 44) assets.splice(at, 1);
  }),
  fc.constant(({ assets }: World) => {
    const next = Math.max(...assets.map(({ id }) => Number(id.slice(4)))) + 1;
    assets.unshift(aStoredAsset(next, { releaseTimestamp: storedAt + next }));
  }),
);

/** Files and folders that go: what follows the folder of the site in their paths. */
const lost = [
  ...['.pages', '.parts.json', '.trees.json', '.seen.json', '.rows', '/build-rows.json'],
  ...['/profile', '/dats/2.html', '/viewdat/dat-3.html'],
];

/** What happens to the site besides: nothing; files that go; a rebuild that is killed so late. */
const mishap = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  fc.constantFrom(...lost),
  fc.integer({ min: 50, max: 5_000 }),
);

async function killedAfter(millis: number, data: PublicData, siteDir: string): Promise<void> {
  const dataFile = `${siteDir}.data.json`;
  writeFileSync(dataFile, JSON.stringify(data));
  const script = join(import.meta.dirname, 'testing/rebuild-once.ts');
  // With the processes that draw for it: they are its group.
  const child = spawn(process.execPath, [script, dataFile, siteDir], { detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), millis);
  await ended;
  clearTimeout(timer);
}

const rebuild = (siteDir: string, data: PublicData, force = false) =>
  rebuildSite({
    siteDir,
    // What is wrong with pages that were taken over would be mended by building all of them.
    log: (line) => expect(line).not.toContain('With pages of the last build'),
    read: async () => data,
    portalDir: `${siteDir}-no-portal`,
    allowEmpty: true,
    force,
  });

/** The bytes of every file; the moment of the build is left out. */
const bytesOf = (dir: string): Map<string, string> =>
  new Map(
    listFiles(`${dir}/`)
      .filter((file) => file !== 'build.json')
      .map((file) => [file, readFileSync(join(dir, file), 'base64')]),
  );

let worlds = 0;

test('after any changes, losses and kills, what is published is to the byte what is built whole', {
  timeout: 7_200_000,
}, async () => {
  const round = fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 3 }), mishap });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
      worlds += 1;
      const siteDir = join(folder, `site-${worlds}`);
      const world: World = {
        // With one of them fewer /dats has a single page.
        assets: manyAssets(46),
        changedAt: storedAt,
        plays: { 'dat-1': 7 },
        about: {},
        platformRemaining: 41_000,
      };
      await rebuild(siteDir, dataOf(world));
      for (const { changes, mishap: happens } of rounds) {
        world.changedAt += 60_000;
        // Something has changed each time, whatever the changes make of it.
        world.platformRemaining -= 1;
        for (const each of changes) each(world);
        if (typeof happens === 'string') {
          rmSync(siteDir + happens, { recursive: true, force: true });
        }
        if (typeof happens === 'number') {
          const [version, bytes] = [realpathSync(siteDir), bytesOf(siteDir)];
          await killedAfter(happens, dataOf(world), siteDir);
          if (realpathSync(siteDir) === version) expect(bytesOf(siteDir)).toEqual(bytes);
        }
        await rebuild(siteDir, dataOf(world));
      }
      const whole = `${siteDir}-whole`;
      // With the times at which its rows changed.
      cpSync(`${siteDir}/`, whole, { recursive: true });
      await rebuild(whole, dataOf(world), true);
      expect(bytesOf(siteDir)).toEqual(bytesOf(whole));
      for (const dir of [siteDir, whole]) {
        for (const left of [
          '',
          '-versions',
          '.pages',
          '.parts.json',
          '.rows',
          '.seen.json',
          '.data.json',
        ]) {
          rmSync(`${dir}${left}`, { recursive: true, force: true });
        }
      }
    }),
    tries(4, 200),
  );
});
