import { expect, test } from 'vitest';
import { isDay, isoWeekOf } from '../time.ts';
import { readPlatform, readStore } from './platforms.ts';
import { CountColumn, readAppleDay, readDay, readMonth } from './values.ts';

const only = (text: string, isSigned = false) => new CountColumn('Plays', isSigned).read(text);

test.each([
  ['0', 0],
  ['1024', 1024],
  [' 1,024 ', 1024],
  ['1.024', 1024],
  ['1,024,000', 1_024_000],
  ['1.024.000', 1_024_000],
  ['12,345', 12_345],
  ['1 024', 1024],
  ['1\u202f024', 1024],
  ['1\u00a0024', 1024],
  ['1\u2009024', 1024],
  ["1'024", 1024],
  ['1’024', 1024],
  ['1,00,000', 100_000],
  ['12,34,567', 1_234_567],
  ['12.0', 12],
  ['12,00', 12],
  ['0.00', 0],
  ['1,024.00', 1024],
  ['1.024,0', 1024],
  ['1 024,00', 1024],
  ['1,024.000', 1024],
  ['1.024,000', 1024],
  ['1,024,000.000', 1_024_000],
  ['1250.000', 1250],
  ['1024,000', 1024],
  ['0.000', 0],
])('[N-INP-06] the count %j is read as %j', (text, count) => {
  expect(only(text)).toEqual({ count });
});

test.each([
  ['1,02'],
  ['1,024\u00a0000'],
  ['1.5'],
  ['0,024'],
  ['n/a'],
  ['1e3'],
  ['1.2E+12'],
  ['99999999999999999'],
  ['1,0240'],
  ['1.024.00'],
  ['1,24,00'],
  ['1,,024'],
  [',024'],
  ['(30)'],
  ['7-'],
  ['--7'],
  ['-'],
  ['x1'],
])('%j is not a whole number in digits 0–9', (text) => {
  expect(only(text, true)).toEqual({ problem: 'is not a whole number in digits 0–9' });
});

test.each([
  ['-30', -30],
  ['−1,024', -1024],
  ['30', 30],
  ['-0', 0],
  [' - 7 ', -7],
  ['0', 0],
])("a distributor's count %j is read as %j", (text, count) => {
  expect(only(text, true)).toEqual({ count });
});

test('a missing or negative count is named as such', () => {
  expect(only(' ')).toEqual({ problem: 'is empty' });
  expect(only('-1')).toEqual({ problem: 'is below zero' });
  expect(only('-0')).toEqual({ count: 0 });
});

test.each([
  ['1,024 1.024', '"1.024" and "1,024"'],
  ['1.024 12.0', '"1.024" and "12.0"'],
  ['12,0 7 1,024', '"1,024" and "12,0"'],
  ['1.024 2,048,000', '"1.024" and "2,048,000"'],
  ['5.000 7.000 1250.000', '"5.000" and "1250.000"'],
  ['5.000 1,024.000', '"5.000" and "1,024.000"'],
])('[N-INP-06] a column with %s cannot be read', (texts, both) => {
  const column = new CountColumn('Plays');
  for (const text of texts.split(' ')) column.read(text);
  expect(column.problem()).toBe(
    `The column "Plays" has both ${both}, so it cannot be told which sign is between thousands. Write its numbers in digits alone.`,
  );
});

test.each(['1,024 2,048 7', '1.024 12,0', '1,024 12.0', '7 12.0'])(
  'a column with %s can be read',
  (texts) => {
    const column = new CountColumn('Plays');
    for (const text of texts.split(' ')) column.read(text);
    expect(column.problem()).toBeUndefined();
  },
);

test.each([
  ['7 5.000 12.000', '5.000', '5,000'],
  ['-12.345', '-12.345', '12,345'],
  ["950.000 1'024", '950.000', '950,000'],
])('[N-INP-06] a column with %s has a warning how %s was read', (texts, text, read) => {
  const column = new CountColumn('Plays', true);
  for (const each of texts.split(' ')) column.read(each);
  expect(column.warnings()).toEqual([
    `the column "Plays" has "${text}", which was read as ${text.startsWith('-') ? '-' : ''}${read}, since plays are whole. If the dot begins a fraction, write the numbers in digits alone and import the file again.`,
  ]);
});

test.each(['7 1024', '5,000', '5.000 1.024.000', '5.000 12,0', '1250.000'])(
  '[N-INP-06] a column with %s has no warning',
  (texts) => {
    const column = new CountColumn('Plays');
    for (const text of texts.split(' ')) column.read(text);
    expect(column.warnings()).toEqual([]);
  },
);

test.each([
  ['2026-07-01', undefined, { day: '2026-07-01' }],
  ['2026-02-29', undefined, { problem: 'no day' }],
  ['3/5/2025', undefined, { problem: 'ambiguous' }],
  ['3/5/2025', 'mdy', { day: '2025-03-05' }],
  ['3/5/2025', 'dmy', { day: '2025-05-03' }],
  ['3/3/2025', undefined, { day: '2025-03-03' }],
  ['3/13/2025', undefined, { day: '2025-03-13' }],
  ['3/13/2025', 'dmy', { problem: 'no day' }],
  ['31/12/2025', undefined, { day: '2025-12-31' }],
  ['31/31/2025', undefined, { problem: 'no day' }],
  ['2026-7-1', undefined, { problem: 'no day' }],
  [' 2026-07-01 ', undefined, { day: '2026-07-01' }],
  ['1/3/5/2025', 'mdy', { problem: 'no day' }],
  ['3/5/20255', 'mdy', { problem: 'no day' }],
] as const)('the day %j, written in the order %j, is read as %j', (text, order, read) => {
  expect(readDay(text, order)).toEqual(read);
});

test.each([
  ['2026-07-01', '2026-07-01'],
  ['20260701', '2026-07-01'],
  ['07/01/2026', '2026-07-01'],
  ['13/01/2026', undefined],
  [' 20260701 ', '2026-07-01'],
  ['x20260701', undefined],
  ['202607011', undefined],
])("Apple's day %j is read as %j", (text, day) => {
  expect(readAppleDay(text)).toBe(day);
});

test.each([
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-00-10', false],
  ['2026-13-10', false],
  ['2026-12-00', false],
  ['2026-12-31', true],
  ['12026-12-31', false],
  ['2026-12-311', false],
  ['2026-02-28', true],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

test.each([
  ['2026-06', '2026-06'],
  ['2026-06-01', '2026-06'],
  ['2026-06-02', undefined],
  ['2026-13', undefined],
  ['06/2026', undefined],
  [' 2026-06 ', '2026-06'],
  ['2026-06-011', undefined],
  ['2026-01', '2026-01'],
  ['2026-06-02-01', undefined],
  ['Feb-26', '2026-02'],
  ['Feb-2', undefined],
  ['Fev-26', undefined],
])('the month %j is read as %j', (text, month) => {
  expect(readMonth(text)).toBe(month);
});

test.each([
  ['2026-01-01', '2026-W01'],
  ['2026-12-31', '2026-W53'],
  ['2027-01-03', '2026-W53'],
  ['2024-12-30', '2025-W01'],
  ['2023-01-01', '2022-W52'],
])('[R-ANA-05] the ISO week of %s is %s', (day, week) => {
  expect(isoWeekOf(day)).toBe(week);
});

test.each([
  ['Spotify', 'spotify'],
  ['Apple Music', 'apple_music'],
  ['iTunes - Apple Music – US', 'apple_music'],
  ['iTunes- Apple Music - Taiwan', 'apple_music'],
  ['Amazon Unlimited', 'amazon_music'],
  ['Amazon Music', 'amazon_music'],
  ['Amazon US Premium Service', 'amazon_music'],
  ['Amazon AU BR MX Prime', 'amazon_music'],
  ['Amazon Premium ROE', 'amazon_music'],
  ['iTunes', 'sales'],
  ['Amazon MP3-DE', 'sales'],
  ['Amazon Disc on Demand', 'sales'],
  ['Deezer', 'elsewhere'],
  ['YouTube (Ads)', 'elsewhere'],
  ['Amazon Cloud Player', 'unknown'],
  ['Spotifyland', 'unknown'],
  [' apple \t music ', 'apple_music'],
  ['Apple iTunes', 'sales'],
  ['My iTunes', 'unknown'],
  [' Spotify ', 'spotify'],
  ['My Spotify', 'unknown'],
  ['Amazon Music Cloud', 'unknown'],
  ['Amazon', 'unknown'],
  ['My Deezer', 'unknown'],
  ['', 'unknown'],
])('the store %j is read as %s', (name, what) => {
  const store = readStore(name);
  expect(store.kind === 'platform' ? store.platform : store.kind).toBe(what);
});

test.each([
  [' Apple_Music ', 'apple_music'],
  ['apple  music', 'apple_music'],
  ['AMAZON', 'amazon_music'],
  ['Spotify', 'spotify'],
  ['spndat', 'spndat'],
  ['myspace', undefined],
  ['constructor', undefined],
  ['', undefined],
])('the platform %j is read as %s', (text, platform) => {
  expect(readPlatform(text)).toBe(platform);
});
