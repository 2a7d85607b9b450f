import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { expect, test } from 'vitest';
import { aStoredAsset } from '../../../testing/stored-world.ts';
import { activityRows } from './activity-view.ts';

const dat = (index: number) => readAsset(aStoredAsset(index), 'a') as Dat;
const line = (minute: number, kind: HistoryLine['kind']): HistoryLine => ({
  at: Date.UTC(2026, 10, 14, 9, minute),
  kind,
  edition: 7,
  priceCents: 2_500,
  from: 'a',
  to: 'b',
});
const snapshot = {
  dats: [dat(0), dat(1)],
  takenDown: [dat(2)],
  histories: {
    'dat-0': [line(9, 'sold'), line(1, 'listed')],
    'dat-1': [line(5, 'listed')],
    'dat-2': [line(7, 'sold')],
    gone: [line(59, 'sold')],
  },
};

test('the lines of all works, newest first, each with its work; a work without a page is left out', () => {
  const rows = activityRows(snapshot, 'all');
  expect(rows.map(({ song, what }) => [song, what])).toEqual([
    ['Song 0', 'Sold #7'],
    ['Song 2', 'Sold #7'],
    ['Song 1', 'For sale #7'],
    ['Song 0', 'For sale #7'],
  ]);
  expect(rows[0]?.href).toBe('/viewdat/dat-0');
  expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
});

test('sales are what changed hands', () => {
  expect(activityRows(snapshot, 'sales').map(({ song }) => song)).toEqual(['Song 0', 'Song 2']);
});

test('no more than the fifty newest are shown', () => {
  const many = Array.from({ length: 60 }, (_, index) => line(59 - index, 'sold'));
  expect(activityRows({ ...snapshot, histories: { 'dat-0': many } }, 'all')).toHaveLength(50);
});
