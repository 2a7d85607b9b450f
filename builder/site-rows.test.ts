import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

/** Few works, so that changes often meet; two per artist. */
const WORKS = 14;
let sites = 0;

const indexOf = (rows: readonly KnownRow[]): RowIndex => JSON.parse(rowIndexText(rows));

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
        siteDir,
        log: () => {},
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

const valuesOf = (file: RowFile, index: readonly KnownRow[]): unknown[] =>
  index.map(({ key }) => [key, file.get(key)]);

/** Reads all rows anew, with the change times of another site. */
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

test('after random changes incremental rows equal those of a full read', async () => {
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

test('with bad or remarked rows every rebuild reads and reports everything', async () => {
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

test('a new day, other sources or another copy cause a full read', async () => {
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
  // A deleted document leaves nothing to compare with.
  site.copy.file.forget('followers', 'maker-1');
  expect(await readsOf()).toBe(0);
  site.copy.file.forget('assetsSummary', 'p1');
  expect(await readsOf()).toBe(1);
  await site.copy.close();
});

test.each(["UPDATE documents SET json = '{'", "UPDATE notes SET json = '{'", 'all but a page'])(
  'a copy is deleted if it is damaged: %s',
  async (damage) => {
    sites += 1;
    const path = join(folder, `copy-${sites}`);
    const copy = copyOfNothing(path);
    bringUpToDate(copy, storedIn(aWorld(2)));
    await copy.deleteIfDamaged();
    expect(existsSync(path)).toBe(true);
    if (damage === 'all but a page') {
      writeFileSync(path, readFileSync(path).fill(0xa5, 4_096));
    } else {
      const damaged = new DatabaseSync(path);
      damaged.exec(`PRAGMA ignore_check_constraints = 1; ${damage}`);
      damaged.close();
    }
    await copyOfNothing(path).deleteIfDamaged();
    expect(existsSync(path)).toBe(false);
  },
);
