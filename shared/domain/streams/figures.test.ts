import { expect, test } from 'vitest';
import { addDays, type Day, isoWeekOf, monthOf } from '../time.ts';
import type { Plays } from './claims.ts';
import { figuresOfDays, figuresOfOwnStats, joinFigures } from './figures.ts';
import type { Platform } from './platforms.ts';
import { listPoints } from './points.ts';
import { buildCalendar, type Span } from './spans.ts';

const today = '2026-11-20';
const calendar = buildCalendar(today);

function tens(from: Day, to: Day): Record<Day, Plays> {
  const days: Record<Day, Plays> = {};
  for (let day = from; day <= to; day = addDays(day, 1)) days[day] = { streams: 10 };
  return days;
}

const week = (first: number, streams: string): string[] =>
  Array.from({ length: 6 }, (_, at) => `2026-11-${first + at} ${streams}`);

const figuresOf = (own: Partial<Record<Platform, Record<Day, Plays>>>) =>
  joinFigures(
    Object.fromEntries(
      Object.entries(own).flatMap(([platform, days]) => {
        const figures = figuresOfDays(days, calendar);
        return figures ? [[platform, figures]] : [];
      }),
    ),
  );

const shown = (
  figures: ReturnType<typeof figuresOf>,
  span: Span,
  platform: Platform | 'all' = 'spotify',
) =>
  listPoints(figures, platform, span).points.map(
    ({ period, streams, isPartial }) => `${period} ${streams ?? '–'}${isPartial ? '*' : ''}`,
  );

test.each<[string, Record<Day, Plays>, Span, string[]]>([
  [
    'a week is the seven days up to the latest one with data',
    tens('2026-10-01', '2026-11-18'),
    'week',
    ['12', '13', '14', '15', '16', '17', '18'].map((day) => `2026-11-${day} 10`),
  ],
  [
    'a day that nobody reported is a gap',
    { '2026-11-18': { streams: 5 }, '2026-11-16': { streams: 0 } },
    'week',
    [
      '2026-11-12 –',
      '2026-11-13 –',
      '2026-11-14 –',
      '2026-11-15 –',
      '2026-11-16 0',
      '2026-11-17 –',
      '2026-11-18 5',
    ],
  ],
  [
    'a week may end 179 days ago',
    tens('2026-05-01', '2026-05-25'),
    'week',
    ['19', '20', '21', '22', '23', '24', '25'].map((day) => `2026-05-${day} 10`),
  ],
  ['a week may not end 180 days ago', tens('2026-05-01', '2026-05-24'), 'week', []],
  [
    'today counts as a partial day',
    tens('2026-11-14', '2026-11-20'),
    'week',
    [...week(14, '10'), '2026-11-20 10*'],
  ],
  [
    'days in the future are no data',
    { ...tens('2026-11-18', '2026-11-18'), '2027-01-01': { streams: 99 } },
    'week',
    [...week(12, '–'), '2026-11-18 10'],
  ],
  [
    'a month is the four ISO weeks up to the latest with data; a week that lacks a day is partial',
    tens('2026-10-27', '2026-11-19'),
    'month',
    ['2026-W44 60*', '2026-W45 70', '2026-W46 70', '2026-W47 40*'],
  ],
  [
    'the latest week may lie eleven weeks back',
    tens('2026-08-31', '2026-09-06'),
    'month',
    ['2026-W33 –', '2026-W34 –', '2026-W35 –', '2026-W36 70'],
  ],
  ['the latest week may not lie twelve weeks back', tens('2026-08-24', '2026-08-30'), 'month', []],
  [
    'three months end with the current one, even if it has no data',
    tens('2026-08-30', '2026-10-10'),
    '3m',
    ['2026-09 300', '2026-10 100*', '2026-11 –'],
  ],
  ['three months without any figure show nothing', tens('2026-08-01', '2026-08-31'), '3m', []],
])('[R-ANA-05] %s', (_what, days, span, expected) => {
  expect(shown(figuresOf({ spotify: days }), span)).toEqual(expected);
});

test.each<[Day, string[]]>([
  ['2027-01-02', ['2026-W50 70', '2026-W51 70', '2026-W52 70', '2026-W53 40*']],
  ['2027-01-06', ['2026-W51 70', '2026-W52 70', '2026-W53 70', '2027-W01 10*']],
])('[R-ANA-05] ISO weeks cross the turn of a year, seen on %s', (day, expected) => {
  const until = day === '2027-01-02' ? '2026-12-31' : '2027-01-04';
  const figures = figuresOfDays(tens('2026-11-01', until), buildCalendar(day));
  expect(shown(joinFigures(figures ? { spotify: figures } : {}), 'month')).toEqual(expected);
});

test.each<[Day, string[]]>([
  ['2026-03-31', ['2026-01', '2026-02', '2026-03']],
  ['2026-01-01', ['2025-11', '2025-12', '2026-01']],
])('[R-ANA-05] three months on %s are %j', (day, months) => {
  const figures = figuresOfDays(tens(`${months[0]}-01`, day), buildCalendar(day));
  const { points } = listPoints(joinFigures(figures ? { spotify: figures } : {}), 'spotify', '3m');
  expect(points.map(({ period }) => period)).toEqual(months);
});

test('[R-ANA-06] the choice "all" adds the platforms up, and says where one of them is missing', () => {
  const figures = figuresOf({
    spotify: tens('2026-11-01', '2026-11-19'),
    amazon_music: {
      ...tens('2026-11-15', '2026-11-17'),
      '2026-11-14': { streams: 1, downloads: 3 },
    },
  });
  expect(shown(figures, 'week', 'all')).toEqual([
    '2026-11-13 10*',
    '2026-11-14 11',
    '2026-11-15 20',
    '2026-11-16 20',
    '2026-11-17 20',
    '2026-11-18 10*',
    '2026-11-19 10*',
  ]);
  expect(listPoints(figures, 'all', 'week').points[1]?.downloads).toBe(3);
  expect(figures?.totalStreams).toBe(19 * 10 + 31);
});

test('[R-ANA-06] the newest day of all platforms ends the week, and an older platform still adds its days', () => {
  const figures = figuresOf({
    spotify: tens('2026-11-13', '2026-11-19'),
    apple_music: tens('2026-10-01', '2026-11-14'),
  });
  expect(shown(figures, 'week', 'all').slice(0, 3)).toEqual([
    '2026-11-13 20',
    '2026-11-14 20',
    '2026-11-15 10*',
  ]);
});

test('[R-ANA-06] a platform without a figure in the shown days is named, and does not make them partial', () => {
  const figures = figuresOf({
    spotify: tens('2026-11-13', '2026-11-19'),
    apple_music: tens('2026-10-01', '2026-11-12'),
    amazon_music: tens('2026-01-01', '2026-01-31'),
  });
  expect(shown(figures, 'week', 'all')).toEqual(shown(figures, 'week', 'spotify'));
  expect(listPoints(figures, 'all', 'week').without).toEqual(['apple_music', 'amazon_music']);
  expect(listPoints(figures, 'all', '3m').without).toEqual(['amazon_music']);
});

test('[R-ANA-06] own plays come from the stored daily, weekly and monthly stats', () => {
  const own = figuresOfOwnStats(
    {
      daily: { '2026-11-18': 4, '2026-11-19': 6 },
      weekly: { '2026-W46': 70, '2026-W47': 12 },
      monthly: { '2026-10': 300, '2026-11': 200, '2025-01': 1000 },
    },
    calendar,
  );
  const figures = joinFigures(own ? { spndat: own } : {});
  expect(shown(figures, 'week', 'spndat').slice(-2)).toEqual(['2026-11-18 4', '2026-11-19 6']);
  expect(shown(figures, 'month', 'spndat').slice(-2)).toEqual(['2026-W46 70', '2026-W47 12*']);
  expect(shown(figures, '3m', 'spndat')).toEqual(['2026-09 –', '2026-10 300', '2026-11 200*']);
  expect(figures?.totalStreams).toBe(1500);
  expect(own?.upTo).toBe('2026-11-19');
});

test('[R-ANA-06] a week or month that is not stored is the sum of its days', () => {
  const daily = Object.fromEntries(
    Object.keys(tens('2026-10-31', '2026-11-19')).map((day) => [day, 2]),
  );
  const own = figuresOfOwnStats({ daily, weekly: {}, monthly: {} }, calendar);
  const figures = joinFigures(own ? { spndat: own } : {});
  expect(shown(figures, 'month', 'spndat').slice(-1)).toEqual([`${isoWeekOf(today)} 8*`]);
  expect(shown(figures, '3m', 'spndat').slice(-1)).toEqual([`${monthOf(today)} 38*`]);
  expect(figures?.totalStreams).toBe(40);
});

test('[R-ANA-08] a work without figures has none, which is not zero', () => {
  expect(figuresOf({ spotify: {} })).toBeUndefined();
  expect(figuresOfOwnStats({ daily: {}, weekly: {}, monthly: {} }, calendar)).toBeUndefined();
  expect(listPoints(undefined, 'all', 'week').points).toEqual([]);
});

test('the total counts an earlier month once, by its sum instead of its remaining days', () => {
  const days = tens('2025-11-21', '2025-12-02');
  const earlier = { '2025-10': 500, '2025-11': 300 };
  expect(figuresOfDays(days, calendar, earlier)?.total).toBe(500 + 300 + 2 * 10);
});

test('a work without listeners has a zero, which is not a gap', () => {
  expect(figuresOf({ spotify: { '2026-11-19': { streams: 0 } } })?.totalStreams).toBe(0);
});

test('a year of figures on three platforms takes less than 1,000 characters', () => {
  const figures = figuresOf({
    spotify: tens('2025-11-20', '2026-11-19'),
    apple_music: tens('2025-11-20', '2026-11-19'),
    amazon_music: tens('2025-11-20', '2026-11-19'),
  });
  expect(JSON.stringify(figures).length).toBeLessThan(1000);
});

test('a series stores no downloads, partial sums or spans that it does not have', () => {
  const figures = figuresOfDays(tens('2026-06-01', '2026-06-07'), calendar);
  const { last, ...rest } = figures?.series.week ?? {};
  expect([last, rest]).toStrictEqual(['2026-06-07', { streams: [10, 10, 10, 10, 10, 10, 10] }]);
  expect(Object.keys(figures?.series ?? {})).toEqual(['week']);
});

test('the total ends with today, even if later days are stored', () => {
  const days = {
    '2027-01-01': { streams: 99 },
    [today]: { streams: 1 },
    '2026-11-01': { streams: 2 },
  };
  expect(figuresOfDays(days, calendar)).toMatchObject({ total: 3, upTo: today });
  expect(figuresOfDays({ '2027-01-01': { streams: 99 } }, calendar)).toBeUndefined();
  const daily = { '2027-01-01': 99, [today]: 1, '2026-11-01': 2 };
  const own = figuresOfOwnStats({ daily, weekly: {}, monthly: {} }, calendar);
  expect(own).toMatchObject({ total: 3, upTo: today });
});

test('own plays that are stored only by week give a monthly chart and a total of zero', () => {
  const own = figuresOfOwnStats({ daily: {}, weekly: { '2026-W46': 70 }, monthly: {} }, calendar);
  expect(Object.keys(own?.series ?? {})).toEqual(['month']);
  expect(own).toMatchObject({ total: 0 });
  expect(own).not.toHaveProperty('upTo');
});

test('[R-ANA-06] a day without data on any platform is a gap, not a partial sum', () => {
  const figures = figuresOf({
    spotify: tens('2026-11-19', '2026-11-19'),
    apple_music: tens('2026-11-17', '2026-11-17'),
  });
  expect(shown(figures, 'week', 'all').slice(-3)).toEqual([
    '2026-11-17 10*',
    '2026-11-18 –',
    '2026-11-19 10*',
  ]);
  expect(listPoints(figures, 'all', 'week').points.at(-2)?.downloads).toBeNull();
  expect(shown(figures, 'week', 'apple_music').at(-1)).toBe('2026-11-17 10');
});

test('a chart without figures in its span has no points, and names no platform as missing', () => {
  const nothing = { points: [], without: [] };
  const figures = figuresOf({ spotify: tens('2026-01-01', '2026-01-31') });
  expect(listPoints(figures, 'all', 'week')).toEqual(nothing);
  expect(listPoints(figures, 'spotify', 'week')).toEqual(nothing);
  expect(listPoints(figures, 'amazon_music', 'week')).toEqual(nothing);
  expect(listPoints(undefined, 'spotify', 'week')).toEqual(nothing);
});
