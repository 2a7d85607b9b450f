import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPublicData } from '@datchain/functions/stores/public-data.ts';
import { readPublicChanges } from '@datchain/functions/stores/public-data-changes.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import { bringUpToDate, copyOfNothing } from '@datchain/testing/server/a-copy.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { KnownRow } from '../ledger/src/rows/row-file.ts';
import type { RowIndex } from '../ledger/src/snapshot.ts';
import { rowIndexText } from './build-info.ts';
import { RowFile } from './row-file.ts';
import { bringRowsUpToDate } from './site-rows.ts';
import { stateFileOf } from './site-state.ts';
import {
  anyChange,
  aWorld,
  type Change,
  oddRow,
  storedIn,
  type World,
} from './testing/changing-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const now = Date.UTC(2026, 10, 21);

/** So few that changes often meet, and two for each artist. */
const WORKS = 14;
let sites = 0;

/** What the live site says of its rows. */
const indexOf = (rows: readonly KnownRow[]): RowIndex => JSON.parse(rowIndexText(rows));

/** A site's rows, which are brought up to date from a copy of a world. */
function aSite(world: World) {
  sites += 1;
  const siteDir = join(folder, `site-${sites}`);
  const copy = copyOfNothing();
  const file = new RowFile(stateFileOf(siteDir));
  let reads = 0;
  let index: readonly KnownRow[] = [];
  const update = async ({ readAt = now, sources = 'these' } = {}) => {
    bringUpToDate(copy, storedIn(world));
    reads = 0;
    const rows = await bringRowsUpToDate(
      file,
      {
        ...{ siteDir, log: () => {} },
        read: (at) => {
          reads += 1;
          return readPublicData(copy, at);
        },
        readChanges: (before, at) => readPublicChanges(copy, before, at),
      },
      () => indexOf(index),
      { copy: copy.state, sources, readAt },
    );
    index = rows.known.rows;
    return { ...rows, reads };
  };
  return { update, values: () => valuesOf(file, index), copy, index: () => index };
}

/** The values of all rows. */
const valuesOf = (file: RowFile, index: readonly KnownRow[]): unknown[] =>
  index.map(({ key }) => [key, file.get(key)]);

/** The same read whole, by a site that knows when each row of the other changed. */
async function whole(world: World, previous: readonly KnownRow[], readAt: number) {
  sites += 1;
  const siteDir = join(folder, `site-${sites}`);
  const copy = copyOfNothing();
  bringUpToDate(copy, storedIn(world));
  const options = { siteDir, log: () => {}, read: (at: number) => readPublicData(copy, at) };
  const made = { copy: undefined, sources: 'these', readAt };
  const file = new RowFile(stateFileOf(siteDir));
  const rows = await bringRowsUpToDate(file, options, () => indexOf(previous), made);
  await copy.close();
  return { rows, values: valuesOf(file, rows.known.rows) };
}

/** Brings a site's rows up to date, and holds them to those of a whole reading. @returns what was found */
async function updated(site: ReturnType<typeof aSite>, world: World, readAt = now) {
  const previous = site.index();
  const { reads, ...rows } = await site.update({ readAt });
  const other = await whole(world, previous, readAt);
  expect(rows).toEqual(other.rows);
  expect(site.values()).toEqual(other.values);
  return { reads, isFine: rows.badRows.length + rows.remarks.length === 0 };
}

const rounds = (change: fc.Arbitrary<Change>) =>
  fc.array(fc.array(change, { minLength: 0, maxLength: 3 }), { minLength: 1, maxLength: 6 });

test('after any changes, the rows are those that reading everything makes, and nothing else was read', async () => {
  await fc.assert(
    fc.asyncProperty(rounds(anyChange), async (series) => {
      const world = aWorld(WORKS);
      const site = aSite(world);
      expect((await site.update()).reads).toBe(1);
      let readAt = now;
      for (const changes of series) {
        world.now += 60;
        readAt += 60_000;
        for (const change of changes) change(world);
        expect(await updated(site, world, readAt)).toEqual({ reads: 0, isFine: true });
      }
      await site.copy.close();
    }),
    tries(60),
  );
});

test('with rows that are left out or reported everything is read, and reported, each time', async () => {
  await fc.assert(
    fc.asyncProperty(rounds(fc.oneof(anyChange, oddRow)), async (series) => {
      const world = aWorld(WORKS);
      const site = aSite(world);
      await site.update();
      let wasFine = true;
      for (const changes of series) {
        world.now += 60;
        for (const change of changes) change(world);
        const { reads, isFine } = await updated(site, world);
        expect(reads).toBe(isFine && wasFine ? 0 : 1);
        wasFine = isFine;
      }
      await site.copy.close();
    }),
    tries(40),
  );
});

test('on another day, with other sources, or from another copy everything is read', async () => {
  const world = aWorld(WORKS);
  const site = aSite(world);
  const readsOf = async (made: Parameters<typeof site.update>[0] = {}) =>
    (await site.update(made)).reads;
  expect(await readsOf()).toBe(1);
  expect(await readsOf()).toBe(0);
  expect(await readsOf({ readAt: now + 86_400_000 })).toBe(1);
  expect(await readsOf()).toBe(1);
  expect(await readsOf({ sources: 'others' })).toBe(1);
  expect(await readsOf()).toBe(1);
  site.copy.file.setNote('id', 'another');
  expect(await readsOf()).toBe(1);
  expect(await readsOf()).toBe(0);
  // A document is forgotten: what was in it is not known any more.
  site.copy.file.forget('followers', 'maker-1');
  expect(await readsOf()).toBe(0);
  site.copy.file.forget('assetsSummary', 'p1');
  expect(await readsOf()).toBe(1);
  await site.copy.close();
});
