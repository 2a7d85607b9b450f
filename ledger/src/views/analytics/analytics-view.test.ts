import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import { figuresOfDays, joinFigures } from '@datchain/shared/domain/streams/figures.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { expect, test } from 'vitest';
import { aStoredAsset } from '../../../testing/stored-world.ts';
import {
  type AnalyticsFilter,
  analyticsSearch,
  firstFilter,
  readAnalyticsFilter,
} from './analytics-filter.ts';
import { analyticsProps, analyticsView } from './analytics-view.ts';
import { sourceLines } from './stream-sources.ts';

const calendar = buildCalendar('2026-11-20');
const spotify = figuresOfDays(
  {
    '2026-11-15': { streams: 3015, downloads: 58 },
    '2026-11-16': { streams: 4480 },
    '2026-11-18': { streams: 5260, downloads: 117 },
    '2026-11-19': { streams: 1 },
  } satisfies Record<string, Plays>,
  calendar,
);
const figures = joinFigures(spotify ? { spotify } : {});

test.each<[string, AnalyticsFilter]>([
  ['', { platform: 'all', time: 'week' }],
  ['?platform=spotify&time=3m', { platform: 'spotify', time: '3m' }],
  ['?time=month', { platform: 'all', time: 'month' }],
  ['?platform=deezer&time=year', { platform: 'all', time: 'week' }],
  ['?platform=&time=', { platform: 'all', time: 'week' }],
])('[R-ANA-03] the query %j of an address is read as the filter %j', (search, filter) => {
  expect(readAnalyticsFilter(search)).toEqual(filter);
});

test('[R-ANA-03] every filter has an address that leads back to it; the default filter needs none', () => {
  expect(analyticsSearch(firstFilter)).toBe('');
  for (const platform of ['all', 'spotify', 'apple', 'amazon', 'spndat'] as const) {
    for (const time of ['week', 'month', '3m'] as const) {
      expect(readAnalyticsFilter(analyticsSearch({ platform, time }))).toEqual({ platform, time });
    }
  }
});

test.each([
  ['/sleeves/dat-0-01234567.webp', '/sleeves/dat-0-01234567-450.webp'],
  ['/sleeves/dat-0-01234567-450.webp', '/sleeves/dat-0-01234567-450.webp'],
  ['https://elsewhere.example/sleeves/a.webp', 'https://elsewhere.example/sleeves/a.webp'],
  ['', undefined],
])('[N-INP-01] the small picture beside the figures of %j is %j', (ArtworkURL, art) => {
  const dat = readAsset(aStoredAsset(0, { ArtworkURL }), '') as Dat;
  expect(analyticsProps(dat, undefined).dat.art).toBe(art);
});

test('[R-ANA-04] the table has the points of the chart, with gaps as dashes and the change from day to day', () => {
  const shown = analyticsView(figures, { platform: 'spotify', time: 'week' }).figures;
  expect(shown).toMatchObject({
    title: 'Streams, 13 to 19 Nov 2026',
    total: '12,756',
    totalDownloads: '175',
    basis: 'UTC days',
  });
  expect(shown?.rows.map((row) => [row.period, row.streams, row.downloads, row.change])).toEqual([
    ['Fri 13 Nov', '–', '–', '–'],
    ['Sat 14 Nov', '–', '–', '–'],
    ['Sun 15 Nov', '3,015', '58', '–'],
    ['Mon 16 Nov', '4,480', '–', '+1,465'],
    ['Tue 17 Nov', '–', '–', '–'],
    ['Wed 18 Nov', '5,260', '117', '–'],
    ['Thu 19 Nov', '1', '–', '−5,259'],
  ]);
  expect(shown?.chart.points.map(({ value }) => value)).toEqual([
    null,
    null,
    3015,
    4480,
    null,
    5260,
    1,
  ]);
  expect(shown?.chart.points.at(-1)).toMatchObject({
    title: 'Thu 19 Nov 2026',
    text: '1 stream',
    axis: '19 Nov',
  });
  expect(shown?.chart.summary).toBe('Streams, 13 to 19 Nov 2026: each day from 1 to 5,260.');
});

test('a sum that lacks days is marked, and is not compared with its neighbours', () => {
  const shown = analyticsView(figures, { platform: 'all', time: 'month' }).figures;
  expect(shown?.rows.slice(-2)).toMatchObject([
    { period: 'Week 46', detail: '9 to 15 Nov', isPartial: true, change: '–' },
    { period: 'Week 47', detail: '16 to 22 Nov, up to 19 Nov', isPartial: true, change: '–' },
  ]);
  expect(shown?.chart.points.at(-1)?.label).toBe('9,741*');
  expect(shown?.notes).toEqual(['* Not complete: a day, or a platform, is not reported yet.']);
});

test('[R-ANA-04] a month that is not over says up to which day it is known, and its line is dotted', () => {
  const shown = analyticsView(figures, { platform: 'spotify', time: '3m' }).figures;
  expect(shown?.rows.at(-1)).toMatchObject({ period: 'Nov 2026', detail: 'up to 19 Nov' });
  expect(shown?.chart.points.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
});

test.each<[typeof figures, AnalyticsFilter, string]>([
  [undefined, firstFilter, 'No data yet'],
  [figures, { platform: 'amazon', time: 'week' }, 'No streams on amazon in the last 180 days'],
  [figures, { platform: 'spndat', time: 'month' }, 'No streams on spndat in the last 12 weeks'],
  [figures, { platform: 'apple', time: '3m' }, 'No streams on apple in the last three months'],
])('[R-ANA-08] an analytics page without figures says so, case %#', (known, filter, text) => {
  expect(analyticsView(known, filter)).toMatchObject({ figures: undefined, empty: text });
});

test('each platform’s line names its source, its delay and its last report', () => {
  const reported = { sources: ['spotify_timeline'], at: Date.UTC(2026, 10, 20, 8) } as const;
  const known = joinFigures(spotify ? { spotify: { ...spotify, reported } } : {});
  const [first, ...others] = sourceLines(known);
  expect(first).toMatchObject({
    platform: 'Spotify',
    source: 'Spotify for Artists song timeline from the artist or label',
    upTo: '19 Nov 2026',
    lastImport: '20 Nov 2026',
  });
  expect(others.map(({ source, upTo }) => [source, upTo])).toEqual([
    ['No report yet', undefined],
    ['No report yet', undefined],
    ['Counted by our own player, which nobody pays for', undefined],
  ]);
  expect([first, ...others].every((line) => (line?.delay ?? '').length > 10)).toBe(true);
});

test('[R-ANA-06] Amazon Music with daily reports is not said to have none', () => {
  const reported = { sources: ['own_csv'], at: Date.UTC(2026, 10, 20, 8) } as const;
  const amazonOf = (known: Parameters<typeof sourceLines>[0]) =>
    sourceLines(known).find(({ platform }) => platform === 'Amazon Music');
  const known = joinFigures(spotify ? { amazon_music: { ...spotify, reported } } : {});
  expect(amazonOf(known)).toMatchObject({
    source: 'Daily report from the artist or label',
    delay: 'Not published by Amazon Music. A day is shown once it is reported and 48 hours old.',
  });
  expect(amazonOf(undefined)?.delay).toContain('there are no daily reports');
});
