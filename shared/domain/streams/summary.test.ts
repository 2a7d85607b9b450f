import { describe, expect, test } from 'vitest';
import { isWithin, measureSize, type Size } from '../document-size.ts';
import { addDays } from '../time.ts';
import { finalDays } from './final-days.ts';
import {
  earlierMonths,
  newestYear,
  overlaid,
  ownStatsWith,
  placeEntry,
  SUMMARY_DAYS,
  storedPlays,
} from './summary.ts';

const entries = (...sizes: [string, number][]): ReadonlyMap<string, Size> =>
  new Map(sizes.map(([key, leaves]) => [key, { bytes: leaves * 20, leaves }]));

describe('an entry of the analytics summaries', () => {
  const size = { bytes: 20_000, leaves: 1_000 };

  test('stays where it is while it fits', () => {
    const summaries = new Map([
      ['summary_1', entries(['a', 100])],
      ['summary_2', entries(['b', 17_000], ['c', 900])],
    ]);
    expect(placeEntry(summaries, 'c', size)).toEqual({ documentId: 'summary_2' });
  });

  test('goes where there is room, or into a new document, when its own is full', () => {
    const full = entries(['b', 17_001], ['c', 900]);
    const first = new Map([
      ['summary_1', entries(['a', 100])],
      ['summary_2', full],
    ]);
    expect(placeEntry(first, 'c', size)).toEqual({ documentId: 'summary_1', leaves: 'summary_2' });
    const all = new Map([['summary_1', full]]);
    expect(placeEntry(all, 'c', size)).toEqual({ documentId: 'summary_2', leaves: 'summary_1' });
    expect(placeEntry(all, 'new', size)).toStrictEqual({ documentId: 'summary_2' });
  });

  test('begins with summary_1', () => {
    expect(placeEntry(new Map(), 'a', size)).toEqual({ documentId: 'summary_1' });
  });

  test('skips documents that are not summaries, and fills gaps between the summaries', () => {
    const summaries = new Map([
      ['settings', entries(['x', 1])],
      ['summary_3', entries(['a', 100])],
      ['old_summary_9', entries(['y', 1])],
      ['summary_9_old', entries(['z', 1])],
    ]);
    expect(placeEntry(summaries, 'new', size)).toEqual({ documentId: 'summary_1' });
    const full = new Map([...summaries.keys()].map((id) => [id, entries(['x', 17_500])] as const));
    full.set('summary_1', entries(['x', 17_500])).set('summary_2', entries(['x', 17_500]));
    expect(placeEntry(full, 'new', size)).toEqual({ documentId: 'summary_4' });
  });

  test('counts all bytes of a document as its size, and numbers beyond nine', () => {
    const heavy = new Map(['a', 'b'].map((key) => [key, { bytes: 345_000, leaves: 1 }] as const));
    const ten = Array.from({ length: 10 }, (_, at) => [`summary_${at + 1}`, heavy] as const);
    expect(placeEntry(new Map(ten), 'new', size)).toEqual({ documentId: 'summary_11' });
    expect(placeEntry(new Map(ten.slice(0, 1)), 'a', size)).toEqual({ documentId: 'summary_1' });
  });

  test('is refused if it is larger than a document', () => {
    expect(() => placeEntry(new Map(), 'a', { bytes: 700_001, leaves: 1 })).toThrow(
      new Error('a is larger than a summary document may be'),
    );
  });

  test('has the size that Firestore counts', () => {
    expect(measureSize({ é: 'ab', n: { x: 1, y: true } })).toEqual({
      bytes: 3 + 3 + 2 + 10 + 3,
      leaves: 3,
    });
    expect(isWithin({ bytes: 700_000, leaves: 18_000 })).toBe(true);
    expect(isWithin({ bytes: 700_001, leaves: 1 })).toBe(false);
    expect(isWithin({ bytes: 1, leaves: 18_001 })).toBe(false);
  });
});

test('the summary keeps the newest year', () => {
  const days = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [addDays('2025-01-01', at), at]),
  );
  const kept = newestYear(days, addDays('2025-01-01', 499));
  expect(Object.keys(kept)).toHaveLength(SUMMARY_DAYS);
  expect(Object.values(kept).at(-1)).toBe(499);
});

test('[R-ANA-06] a changed day changes its week and its month, and no other', () => {
  const before = {
    daily: { '2026-07-31': 5, '2026-08-01': 6 },
    weekly: { '2026-W31': 11, '2020-W01': 99 },
    monthly: { '2026-07': 5, '2026-08': 6, '2020-01': 99 },
  };
  expect(ownStatsWith(before, new Map([['2026-08-01', 10]]))).toEqual({
    daily: { '2026-07-31': 5, '2026-08-01': 10 },
    weekly: { '2026-W31': 15, '2020-W01': 99 },
    monthly: { '2026-07': 5, '2026-08': 10, '2020-01': 99 },
  });
});

describe('days that may not be over', () => {
  const days = new Map([
    ['2026-08-01', 0],
    ['2026-08-02', 5],
    ['2026-08-03', 6],
    ['2026-08-04', 0],
  ]);
  const at = (time: string) => Date.parse(time);

  test.each([
    [
      'spotify_timeline',
      '2026-08-06T00:00:00Z',
      { '2026-08-02': true, '2026-08-03': true, '2026-08-04': false },
    ],
    [
      'spotify_timeline',
      '2026-08-05T23:59:59Z',
      { '2026-08-02': true, '2026-08-03': false, '2026-08-04': false },
    ],
    [
      'spotify_timeline',
      '2027-01-01T00:00:00Z',
      { '2026-08-02': true, '2026-08-03': true, '2026-08-04': false },
    ],
    [
      'own_csv',
      '2026-08-06T00:00:00Z',
      { '2026-08-01': true, '2026-08-02': true, '2026-08-03': true, '2026-08-04': false },
    ],
    [
      'apple_streams',
      '2026-08-05T00:00:00Z',
      { '2026-08-01': true, '2026-08-02': true, '2026-08-03': true, '2026-08-04': true },
    ],
  ] as const)('are marked as final or not in a %s report made at %s', (source, madeAt, final) => {
    expect(Object.fromEntries(finalDays(source, days, at(madeAt)))).toEqual(final);
  });

  test('are found in any order of the file’s days', () => {
    const shuffled = new Map([
      ['2026-08-04', 3],
      ['2026-08-01', 0],
      ['2026-08-05', 0],
      ['2026-08-03', 2],
      ['2026-08-02', 1],
    ]);
    expect([...finalDays('spotify_timeline', shuffled, at('2027-01-01'))]).toEqual([
      ['2026-08-02', true],
      ['2026-08-03', true],
      ['2026-08-04', true],
      ['2026-08-05', false],
    ]);
    const typed = finalDays('own_csv', shuffled, at('2027-01-01'));
    expect([...typed.keys()]).toEqual([...shuffled.keys()].sort());
  });

  test('a song without plays has no days', () => {
    expect(finalDays('spotify_timeline', new Map([['2026-08-01', 0]]), at('2027-01-01')).size).toBe(
      0,
    );
  });
});

test('fresh days replace known ones, in order', () => {
  const before = { '2026-08-03': 3, '2026-08-01': 1 };
  const days = overlaid(
    before,
    new Map([
      ['2026-08-02', 2],
      ['2026-08-03', 9],
    ]),
  );
  expect(Object.entries(days)).toEqual([
    ['2026-08-01', 1],
    ['2026-08-02', 2],
    ['2026-08-03', 9],
  ]);
});

test('the summary keeps all days if the newest day is unknown', () => {
  expect(newestYear({ '2026-08-01': 1 }, '')).toEqual({ '2026-08-01': 1 });
});

describe('months with days older than the summary’s year', () => {
  const plays = (streams: number) => ({ streams });
  const newest = '2026-11-20';
  const days = {
    '2025-10-31': plays(1),
    '2025-11-01': plays(2),
    '2025-11-30': plays(4),
    '2025-12-01': plays(8),
  };

  test('are kept as sums, even a month that loses only some days', () => {
    const sums = { '2025-10': 1, '2025-11': 6 };
    expect(earlierMonths({}, days, { fresh: [], newest })).toEqual(sums);
  });

  test('keep the sum they have until one of their days is reported again', () => {
    const before = { '2024-01': 50, '2025-10': 100, '2025-11': 100 };
    expect(earlierMonths(before, days, { fresh: [], newest })).toEqual(before);
    const fresh = ['2025-11-30', '2025-12-01'];
    expect(earlierMonths(before, days, { fresh, newest })).toEqual({ ...before, '2025-11': 6 });
  });

  test('are those that begin before the year does', () => {
    const first = { '2025-12-01': plays(8) };
    expect(earlierMonths({}, first, { fresh: [], newest: '2026-12-01' })).toEqual({});
    expect(earlierMonths({}, first, { fresh: [], newest: '2026-12-02' })).toEqual({ '2025-12': 8 });
  });
});

test('plays without downloads are stored as a number', () => {
  expect(storedPlays({ streams: 5 })).toBe(5);
  expect(storedPlays({ streams: 5, downloads: 0 })).toEqual({ streams: 5, downloads: 0 });
});

test.each([
  ['a~', 2],
  ['\u0080\u07ff', 4],
  ['\u0800\uffff', 6],
  ['\u{10000}', 4],
  ['\ue000', 3],
  ['😀', 4],
])('the text %j counts as its %i bytes and one more', (text, bytes) => {
  expect(measureSize(text)).toEqual({ bytes: bytes + 1, leaves: 1 });
  expect(Buffer.byteLength(text)).toBe(bytes);
});
