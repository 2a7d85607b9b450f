import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { expect, test } from 'vitest';
import { outlined } from '../../../testing/outlines.ts';
import { aStoredAsset, storedData } from '../../../testing/stored-world.ts';
import { activityRows, newestWorks } from './activity-view.ts';

const line = (minute: number, kind: HistoryLine['kind']): HistoryLine => ({
  at: Date.UTC(2026, 10, 14, 9, minute),
  kind,
  edition: 7,
  priceCents: 2_500,
  from: 'a',
  to: 'b',
});
function worldOf(histories: Readonly<Record<string, readonly HistoryLine[]>>) {
  const taken = { takenDown: { at: 1, reason: 'A claim' } };
  const stored = storedData([aStoredAsset(0), aStoredAsset(1), aStoredAsset(2, taken)]);
  const { reading, outline } = outlined({ ...stored, histories });
  const rowsOf = (wanted: 'all' | 'sales') =>
    activityRows(
      newestWorks(outline.briefs, wanted).flatMap(({ id }) =>
        reading.dats.filter((dat) => dat.id === id).map((dat) => ({ dat, history: histories[id] })),
      ),
      wanted,
    );
  return { rowsOf, outline };
}
const histories = {
  'dat-0': [line(9, 'sold'), line(1, 'listed')],
  'dat-1': [line(5, 'listed')],
  'dat-2': [line(7, 'sold')],
  gone: [line(59, 'sold')],
};

test('activity lists the lines of all works, newest first, and leaves out works without a page', () => {
  const rows = worldOf(histories).rowsOf('all');
  expect(rows.map(({ song, what }) => [song, what])).toEqual([
    ['Song 0', 'Sold #7'],
    ['Song 2', 'Sold #7'],
    ['Song 1', 'For sale #7'],
    ['Song 0', 'For sale #7'],
  ]);
  expect(rows[0]?.href).toBe('/viewdat/dat-0');
  expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
});

test('[N-FST-08] names of present owners lead to their pages', () => {
  const sold = { ...line(1, 'sold'), to: 'lenafjeldstad' };
  const [row] = worldOf({ 'dat-0': [sold] }).rowsOf('all');
  expect(row).toMatchObject({ to: '@lenafjeldstad', toHref: '/profile/lenafjeldstad' });
  expect(row).toMatchObject({ from: '@a' });
  expect(row?.fromHref).toBeUndefined();
});

test('the list of sales has only sales', () => {
  expect(
    worldOf(histories)
      .rowsOf('sales')
      .map(({ song }) => song),
  ).toEqual(['Song 0', 'Song 2']);
});

test('activity shows at most fifty lines', () => {
  const many = Array.from({ length: 60 }, (_, index) => line(59 - index, 'sold'));
  expect(worldOf({ 'dat-0': many }).rowsOf('all')).toHaveLength(50);
});

/** Many short histories within few minutes, so that most times are equal. */
const someHistories = (seed: number) =>
  Array.from({ length: 270 }, (_work, index) => {
    const lines = Array.from({ length: (index * seed) % 4 }, (_line, at) =>
      line((index * 7 + at * seed) % 9, (index + at) % 3 === 0 ? 'sold' : 'listed'),
    );
    return lines.sort((a, b) => b.at - a.at);
  });

test.each([1, 2, 3, 5, 7, 11, 13])(
  'works that are not read have no line among those that are shown, seed %i',
  (seed) => {
    const all = someHistories(seed)
      .map((history, index) => ({
        dat: { id: `dat-${index}`, songName: `Song ${index}`, editions: [] },
        history,
      }))
      // Among equal times the smaller work id comes first.
      .sort((a, b) => (a.dat.id < b.dat.id ? -1 : 1));
    const stored = storedData(all.map((_work, index) => aStoredAsset(index)));
    const histories = Object.fromEntries(all.map(({ dat, history }) => [dat.id, history]));
    const { outline } = outlined({ ...stored, histories });
    for (const wanted of ['all', 'sales'] as const) {
      const ids = new Set(newestWorks(outline.briefs, wanted).map(({ id }) => id));
      const chosen = all.filter(({ dat }) => ids.has(dat.id));
      expect(chosen.length).toBeLessThan(all.length);
      expect(activityRows(chosen, wanted)).toEqual(activityRows(all, wanted));
    }
  },
);
