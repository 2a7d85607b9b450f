import { readLiveTakedown, withLive } from '@datchain/shared/contracts/documents/dat-live.ts';
import { datFileSchema } from '@datchain/shared/contracts/public-export.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { outlined } from '../testing/outlines.ts';
import { aStoredAsset, storedData } from '../testing/stored-world.ts';
import { datFile, exportedDat } from './exports/records.ts';
import { sitemapFiles } from './exports/sitemap.ts';
import { datsTableLine } from './exports/tables.ts';
import { planPages } from './plan.ts';
import { certificatesView } from './views/certificate/certificates-view.ts';
import { analyticsHead, datHead } from './views/dat/dat-head.ts';
import { datView } from './views/dat/dat-view.ts';
import { editionsView } from './views/dat/editions-view.ts';

const site = new URL('https://datchain.example');
const takenDown = { at: Date.UTC(2026, 10, 20), reason: 'A claim of rights' };

const worldWith = (changes: Record<string, unknown>) =>
  outlined(storedData([aStoredAsset(0, changes), aStoredAsset(1)]));
const { reading, outline } = worldWith({ takenDown });
const [down, other] = reading.dats as [Dat, Dat];
const known = { totalStreams: undefined, changedAt: undefined, previews: '', site };

test('a taken-down work is in no list and keeps its own pages', () => {
  expect(outline.briefs.map(({ id }) => id)).toEqual(['dat-0', 'dat-1']);
  expect(outline.lists.flatMap(({ briefs }) => briefs.map(({ id }) => id))).toEqual(['dat-1']);
  expect(outline.profiles.map(({ username }) => username)).toEqual(['artist1', 'lenafjeldstad']);
  expect(JSON.stringify(sitemapFiles(outline))).not.toMatch(/dat-0|artist0/);
  const files = [...planPages(outline)].flatMap((pages) => pages.files());
  expect(files.filter((file) => file.includes('dat-0'))).toHaveLength(4);
  expect(files).not.toContain('profile/artist0.html');
});

test('the page of a taken-down work says since when and why, without artwork and without an offer', () => {
  const view = datView(down);
  expect(view.takenDown).toBe('Taken down on 20 Nov 2026. Reason: A claim of rights.');
  expect(view.art).toBeUndefined();
  expect(view.editions.rows.some(({ isForSale }) => isForSale)).toBe(false);
  expect(view.editions).toMatchObject({ available: '0%', forSale: 'None of 20 for sale' });
  expect([datHead(down).noindex, analyticsHead(down).noindex]).toEqual([true, true]);
  expect(datHead(other).noindex).toBeUndefined();
});

test('the certificates page of a taken-down work says why, has no artwork and links each certificate', () => {
  const view = certificatesView(down);
  expect(view.takenDown).toBe('Taken down on 20 Nov 2026. Reason: A claim of rights.');
  expect(view.art).toBeUndefined();
  expect(view.editions).toHaveLength(20);
});

test('an offer in the live database does not count while the work is taken down', () => {
  const live = { 1: { priceCents: 1_000, isForSale: true, isWithCreator: false }, takenDown };
  const facts = { ...datView(down).facts, editions: withLive(down.editions, live) };
  expect(facts.editions[0]?.isForSale).toBe(true);
  expect(editionsView(facts).rows[0]).toMatchObject({ isForSale: false, offer: 'SOLD' });
  expect(readLiveTakedown(live)).toEqual(takenDown);
  expect(readLiveTakedown([null, {}])).toBeUndefined();
});

test('data files keep a taken-down work, with time and reason and nothing for sale', () => {
  const file = v.parse(datFileSchema, datFile({ dat: down }, undefined, known));
  expect(file).toMatchObject({
    takenDownAt: '2026-11-20T00:00:00.000Z',
    takenDownReason: 'A claim of rights',
    artwork: null,
    editionsForSale: 0,
    lowestPriceCents: null,
    availableSharePpm: 0,
  });
  expect(file.editions.some(({ isForSale }) => isForSale)).toBe(false);
  expect(exportedDat(down, known).takenDownAt).toBe('2026-11-20T00:00:00.000Z');
  expect(exportedDat(other, known).takenDownAt).toBeNull();
  expect(datsTableLine(exportedDat(down, known))).toContain('A claim of rights');
});

test.each([null, undefined, false, 'yes', []])(
  'a work stored with the takedown %j is not taken down',
  (stored) => {
    const { briefs } = worldWith({ takenDown: stored }).outline;
    expect(briefs.map(({ isTakenDown }) => isTakenDown)).toEqual([false, false]);
  },
);

test('a takedown without a time or a reason still counts', () => {
  const [dat] = worldWith({ takenDown: {} }).reading.dats as [Dat];
  expect(datView(dat).takenDown).toBe('Taken down.');
});

test('the missing artwork of a taken-down work gets no remark', () => {
  expect(reading.remarks).toEqual(worldWith({}).reading.remarks);
});
