import { describe, expect, test } from 'vitest';
import { listDays } from '../time.ts';
import { type Cell, type Claim, joinBySource, joinCells, sumPlays } from './claims.ts';
import {
  changedDays,
  checkMonth,
  emptyMonthRecord,
  figuresBelowZero,
  joinMonthRecords,
  joinReported,
  type MonthRecord,
  outweighedParts,
  reportedDays,
  shownDays,
  shownMonths,
  shownPeriods,
} from './month-record.ts';

const said = (at: number, file = 'f') => [{ at, file, line: 2 }];

const claim = (streams: number, more: Partial<Claim> = {}): Claim => ({
  streams,
  said: said(10),
  lines: 0,
  complete: false,
  final: true,
  ...more,
});

const cell = (streams: number, more: Partial<Claim> = {}): Cell => ({
  whole: [claim(streams, more)],
});

const record = (more: Partial<MonthRecord>): MonthRecord => ({
  ...emptyMonthRecord('spotify', '2026-02'),
  ...more,
});

describe('a figure', () => {
  test('is the sum of its settled parts', () => {
    const parts = { a: [claim(5)], b: [claim(7)], c: [claim(9, { final: false })] };
    expect(sumPlays(parts)).toEqual({ streams: 12 });
    expect(sumPlays({ c: parts.c })).toBeUndefined();
    expect(sumPlays({})).toBeUndefined();
  });

  test('has downloads if any part has them', () => {
    const parts = {
      a: [claim(5)],
      b: [claim(7, { downloads: 2 })],
      c: [claim(1, { downloads: 1 })],
    };
    expect(sumPlays(parts)).toEqual({ streams: 13, downloads: 3 });
  });

  test('keeps every claim of both when it is joined with another, part by part', () => {
    const joined = joinCells({ a: [claim(1)], b: [claim(2)] }, { b: [claim(3)], c: [claim(4)] });
    expect(joined).toEqual({ a: [claim(1)], b: [claim(2), claim(3)], c: [claim(4)] });
    const own = { own_csv: { '2026-02-01': cell(1) } };
    const other = { own_csv: { '2026-02-01': cell(2), '2026-02-02': cell(3) }, tunecore: {} };
    expect(joinBySource(own, other)).toEqual({
      own_csv: { '2026-02-01': { whole: [claim(1), claim(2)] }, '2026-02-02': cell(3) },
      tunecore: {},
    });
  });
});

test('two month records are joined kind by kind', () => {
  const one = record({ days: { own_csv: { '2026-02-01': cell(1) } } });
  const other = record({
    months: { tunecore: { '2026-02': cell(2) } },
    periods: { apple_songs: { '2026-01-31..2026-02-02': cell(3) } },
  });
  expect(joinMonthRecords(one, other)).toEqual({ ...other, days: one.days });
});

describe('days', () => {
  test('come from the first source that has them, and sources are never added', () => {
    const days = {
      own_csv: { '2026-02-01': cell(1), '2026-02-02': cell(2), '2026-02-03': cell(3) },
      apple_streams: { '2026-02-01': cell(4), '2026-02-02': cell(5) },
      spotify_timeline: { '2026-02-01': cell(6), '2026-02-03': cell(9, { final: false }) },
    };
    expect(Object.fromEntries(shownDays(record({ days })))).toEqual({
      '2026-02-01': { streams: 6 },
      '2026-02-02': { streams: 5 },
      '2026-02-03': { streams: 3 },
    });
  });

  test('are not shown with streams or downloads below zero', () => {
    const own_csv = {
      '2026-02-01': cell(-1),
      '2026-02-02': cell(1, { downloads: -1 }),
      '2026-02-03': cell(0, { downloads: 0 }),
    };
    expect([...shownDays(record({ days: { own_csv } })).keys()]).toEqual(['2026-02-03']);
  });

  test('name their sources, and when the newest file was made', () => {
    const days = {
      own_csv: {
        '2026-02-01': cell(1, { said: said(30) }),
        '2026-02-02': cell(1, { said: said(20) }),
      },
      apple_streams: { '2026-02-01': cell(9, { final: false, said: said(99) }) },
      spotify_timeline: { '2026-02-01': cell(6, { said: said(25) }) },
    };
    const reported = { sources: ['spotify_timeline', 'own_csv'], at: 30 };
    expect(reportedDays(record({ days }))).toEqual(reported);
    expect(reportedDays(record({}))).toBeUndefined();
  });

  test('joined from two reports have all sources, the strongest first, and the later time', () => {
    const [typed, apple] = [
      { sources: ['own_csv'], at: 30 },
      { sources: ['apple_streams', 'own_csv'], at: 20 },
    ] as const;
    const both = { sources: ['apple_streams', 'own_csv'], at: 30 };
    expect(joinReported(typed, apple)).toEqual(both);
    expect(joinReported(apple, typed)).toEqual(both);
  });

  test('report a change, and whether it is more than a tenth', () => {
    const on = (streams: number, other = 5) =>
      record({ days: { own_csv: { '2026-02-01': cell(streams), '2026-02-02': cell(other) } } });
    const change = (streams: number, isLarge: boolean) => [
      { day: '2026-02-01', before: { streams: 100 }, after: { streams }, isLarge },
    ];
    expect(changedDays(on(100), on(100))).toEqual([]);
    expect(changedDays(on(100), on(110))).toEqual(change(110, false));
    expect(changedDays(on(100), on(111))).toEqual(change(111, true));
    expect(changedDays(on(100), on(89))).toEqual(change(89, true));
    expect(changedDays(record({}), on(100))).toEqual([]);
  });
});

test('months and periods are shown by source, and figures below zero are left out and listed', () => {
  const own = record({
    days: {
      own_csv: {
        '2026-02-01': cell(-1),
        '2026-02-02': cell(0),
        '2026-02-03': cell(-9, { final: false }),
      },
    },
    months: { tunecore: { '2026-02': cell(-7) }, distrokid: { '2026-02': cell(7) } },
    periods: { apple_songs: { '2026-02-01..2026-02-03': cell(3) } },
  });
  const month = new Map([['2026-02', { streams: 7 }]]);
  expect(shownMonths(own)).toEqual(
    new Map([
      ['tunecore', new Map()],
      ['distrokid', month],
    ]),
  );
  const period = new Map([['2026-02-01..2026-02-03', { streams: 3 }]]);
  expect(shownPeriods(own)).toEqual(new Map([['apple_songs', period]]));
  expect(figuresBelowZero(own)).toEqual([
    { source: 'own_csv', period: '2026-02-01' },
    { source: 'tunecore', period: '2026-02' },
  ]);
});

describe('a month that is reported as a whole', () => {
  const each = Object.fromEntries(listDays('2026-02').map((day) => [day, cell(10)]));
  const months = { distrokid: { '2026-02': cell(312) }, tunecore: { '2026-03': cell(1) } };

  test('is checked against the sum of its days', () => {
    expect(checkMonth(record({ days: { own_csv: each }, months }))).toEqual([
      { month: '2026-02', source: 'distrokid', fromDays: 280, fromMonth: 312 },
    ]);
  });

  test('is not checked while a day is missing', () => {
    const { '2026-02-17': _, ...some } = each;
    expect(checkMonth(record({ days: { own_csv: some }, months }))).toEqual([]);
  });
});

describe('a part of a report is outweighed', () => {
  const part = (own: Claim, ...all: Claim[]) => {
    const on = (...claims: Claim[]) =>
      record({ months: { distrokid: { '2026-02': { '2026-03-25': claims } } } });
    return outweighedParts(on(own), on(...all));
  };
  const outweighed = [{ source: 'distrokid', part: '2026-03-25' }];

  test('if another report of the part has more lines, or was vouched for', () => {
    const short = claim(5, { lines: 1 });
    expect(part(short, short, claim(9, { lines: 2 }))).toEqual(outweighed);
    expect(part(short, short, claim(3, { lines: 1, complete: true }))).toEqual(outweighed);
    const long = claim(9, { lines: 2 });
    expect(part(long, claim(5, { lines: 1, complete: true }), long)).toEqual(outweighed);
  });

  test('unless the other report is its own, equal, or just as long', () => {
    const own = claim(5, { lines: 2 });
    expect(part(own, claim(3, { lines: 1 }), own)).toEqual([]);
    expect(part(own, own, claim(5, { lines: 3 }))).toEqual([]);
    expect(part(own, own, claim(7, { lines: 2 }))).toEqual([]);
    const vouched = claim(5, { lines: 2, complete: true });
    expect(part(vouched, vouched, claim(7, { lines: 2, complete: true }))).toEqual([]);
  });

  test('unless only some of its claims are outweighed', () => {
    const [short, long] = [claim(5, { lines: 1 }), claim(9, { lines: 2 })];
    const both = record({ months: { distrokid: { '2026-02': { '2026-03-25': [short, long] } } } });
    expect(outweighedParts(both, both)).toEqual([]);
  });

  test('unless it is the only report', () => {
    const own = record({ months: { distrokid: { '2026-02': { '2026-03-25': [claim(5)] } } } });
    const others: MonthRecord['months'][] = [
      {},
      { distrokid: {} },
      { distrokid: { '2026-02': { '2026-04-25': [claim(9, { lines: 2 })] } } },
    ];
    for (const months of others) expect(outweighedParts(own, record({ months }))).toEqual([]);
  });

  test('unless the figures come from a snapshot', () => {
    expect(part(claim(5), claim(5), claim(9, { said: said(99) }))).toEqual([]);
    expect(part(claim(5, { lines: 1 }))).toEqual([]);
  });
});
