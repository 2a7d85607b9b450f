import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { bringUpToDate, copyOfNothing } from '../testing/a-copy.ts';
import { removeCopy } from './copy-file.ts';
import type { PublicCopy } from './public-copy.ts';
import { readPublicData } from './public-data.ts';
import { readStreamsHere } from './public-streams.ts';

const folder = mkdtempSync(join(tmpdir(), 'public-streams-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let copies = 0;
const opened: PublicCopy[] = [];
afterEach(() => Promise.all(opened.splice(0).map((copy) => copy.close())));

const now = Date.UTC(2026, 10, 21);

/** A copy in a file, of so many works with streams of each kind, some of which cannot be read. */
function aCopyOf(works: number): PublicCopy {
  copies += 1;
  const copy = copyOfNothing(join(folder, `copy-${copies}`));
  opened.push(copy);
  const ids = Array.from({ length: works }, (_, at) => `dat-${at}`);
  const daysOf = (some: readonly string[]) => ({
    value: Object.fromEntries(
      some.map((id, at) => [id, { spotify: { dates: { '2026-11-19': at, '2026-10-30': 7 } } }]),
    ),
    at: 1,
  });
  bringUpToDate(copy, {
    documents: {
      [`${docs.analyticsSummaries}/main`]: daysOf(ids.slice(10)),
      [`${docs.analyticsSummaries}/p1`]: daysOf(ids.slice(0, 10)),
      [`${docs.analyticsSummaries}/p2`]: { value: { 'dat-3': 'seven' }, at: 1 },
      ...Object.fromEntries(
        ids.map((id) => [docs.datHistory(id), { value: { lines: [] }, at: 1 }]),
      ),
    },
    live: Object.fromEntries(
      ids.flatMap((id, at) => [
        [live.streamStats(id), { daily: { '2026-11-18': at + 0.5, '2026-11-17': at } }],
        [`${live.allEarnings}/${id}`, { totalEarnings: at + 1, sales: { totalEarnings: 1 } }],
      ]),
    ),
  });
  return copy;
}

/** What cannot be opened any more is still open here, and for no thread. */
const hideFile = ({ file }: PublicCopy) => removeCopy(file.path ?? '');

test('streams of many works are read in a thread, and are the same', async () => {
  const copy = aCopyOf(2_000);
  const { streams, documents } = await readPublicData(copy, now);
  const here = readStreamsHere(copy.file, now);
  expect(streams).toEqual(JSON.parse(JSON.stringify(here.figures)));
  expect(Object.keys(streams.byDat)).toEqual(Object.keys(here.figures.byDat));
  expect(Object.keys(streams.byDat)).toHaveLength(2_000);
  expect(streams.badRows).not.toEqual([]);
  expect([...documents]).toEqual(
    here.documents.map(([id, dats]) => [`${docs.analyticsSummaries}/${id}`, { dats, people: [] }]),
  );
});

test('the reading fails when its thread does', async () => {
  const copy = aCopyOf(2_000);
  hideFile(copy);
  await expect(readPublicData(copy, now)).rejects.toThrow('unable to open database file');
});

test('streams of fewer works are read without a thread', async () => {
  const copy = aCopyOf(1_999);
  hideFile(copy);
  const { streams } = await readPublicData(copy, now);
  expect(Object.keys(streams.byDat)).toHaveLength(1_999);
});
