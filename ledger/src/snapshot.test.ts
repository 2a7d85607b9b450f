import { figuresOfDays, joinFigures } from '@datchain/shared/domain/streams/figures.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { expect, test } from 'vitest';
import { outlined } from '../testing/outlines.ts';
import { aStoredAsset, storedAt, storedData } from '../testing/stored-world.ts';
import { findLastChange, lastRowChange } from './rows/dat-brief.ts';
import { marketRow, readStoredData, streamsRow } from './snapshot.ts';

test('a DAT in two summary documents keeps the row of the first', () => {
  const main = { id: 'main', value: { assets: [aStoredAsset(0)] }, changedAt: 1 };
  const p1 = {
    id: 'p1',
    value: { assets: [aStoredAsset(0, { SongName: 'Older' })] },
    changedAt: 2,
  };
  const { dats, badRows } = readStoredData({ ...storedData([]), summaries: [main, p1] });
  expect(dats.map(({ songName }) => songName)).toEqual(['Song 0']);
  expect(badRows).toEqual([{ row: 'dat-0', problem: 'appears twice' }]);
});

test.each([
  ['no value', null, []],
  ['a list with holes, as the database returns dense keys', [null, { price: 0.01 }], ['1']],
  ['a block without a price', { 36: { platformRemaining: 4 } }, []],
])('token blocks stored as %s are read without an error', (_what, tokenBlocks, expected) => {
  const { blocks } = readStoredData({ ...storedData([]), tokenBlocks });
  expect(blocks.map(({ id }) => id)).toEqual(expected);
});

test('a page carries the time of the last change of its own rows, and no later one', () => {
  const before = outlined(storedData([aStoredAsset(0), aStoredAsset(1)]));
  const later = storedAt + 60_000;
  const stored = storedData([aStoredAsset(0, { SongName: 'New name' }), aStoredAsset(1)]);
  const changed = {
    ...stored,
    summaries: stored.summaries.map((summary) => ({ ...summary, changedAt: later })),
  };
  const { rows, outline } = outlined(changed, before.rows, later);
  expect(rows.map(({ key, at }) => [key, at])).toEqual([
    [marketRow, storedAt],
    ['dat-0', later],
    ['dat-1', storedAt],
  ]);
  const [first, second] = outline.briefs;
  const [was, wasSecond] = before.outline.briefs;
  expect(first?.key).not.toBe(was?.key);
  expect(second).toEqual(wasSecond);
  expect(lastRowChange(outline.briefs)).toBe(later);
  expect(lastRowChange([])).toBeUndefined();
});

test('a new line of its history changes a DAT’s page, and no other', () => {
  const line = { at: 1, kind: 'sold', edition: 7, priceCents: 1, from: 'a', to: 'b' } as const;
  const stored = storedData([aStoredAsset(0), aStoredAsset(1)]);
  const keys = (data: typeof stored) => outlined(data).outline.briefs.map(({ key }) => key);
  const [before, after] = [keys(stored), keys({ ...stored, histories: { 'dat-0': [line] } })];
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
});

test('changed streams renew the time of pages that show them, but not of the work’s own page', () => {
  const streamsOf = (streams: number) => {
    const days = { '2026-11-19': { streams } };
    const spotify = figuresOfDays(days, buildCalendar('2026-11-20'));
    const figures = spotify && joinFigures({ spotify });
    return { byDat: figures ? { 'dat-0': figures, gone: figures } : {}, badRows: [] };
  };
  const stored = (streams: number) => ({
    ...storedData([aStoredAsset(0)]),
    streams: streamsOf(streams),
  });
  const later = storedAt + 60_000;
  const { reading, rows, outline } = outlined(stored(6), outlined(stored(5)).rows, later);
  const timeOf = (key: string) => rows.find((row) => row.key === key)?.at;
  expect(timeOf('dat-0')).toBe(storedAt);
  expect(timeOf(streamsRow('dat-0'))).toBe(later);
  expect(lastRowChange(outline.briefs)).toBe(storedAt);
  expect(findLastChange(outline.briefs)).toBe(later);
  expect(Object.keys(reading.figures)).toEqual(['dat-0']);
});

test('unreadable streams are reported with the other bad rows', () => {
  const badRow = { row: 'streamStats/dat-0.daily.yesterday', problem: 'cannot be read' };
  const streams = { byDat: {}, badRows: [badRow] };
  expect(readStoredData({ ...storedData([]), streams }).badRows).toContainEqual(badRow);
});
