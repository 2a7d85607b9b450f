import { expect, test } from 'vitest';
import { isDay, isoWeekOf } from '../time.ts';
import { readPlatform, readStore } from './platforms.ts';
import {
  readAppleDay,
  readCount,
  readDay,
  readMonth,
  readPlainCount,
  readSignedCount,
} from './values.ts';

test.each([
  ['0', 0],
  ['1024', 1024],
  [' 1,024 ', 1024],
  ['1,024,000', 1_024_000],
  ['12,345', 12_345],
  ['1\u202f024', 1024],
  ['1\u00a0024', 1024],
  ['1,02', undefined],
  ['1,024\u00a0000', undefined],
  ['1.024', undefined],
  ['1.0', undefined],
  ['-1', undefined],
  ['', undefined],
  ['n/a', undefined],
  ['1e3', undefined],
  ['99999999999999999', undefined],
  ['1024,000', undefined],
  ['1,0240', undefined],
  ['x1', undefined],
])('the count %j is %j', (text, count) => {
  expect(readCount(text)).toBe(count);
});

test.each([
  ['-30', -30],
  ['−1,024', -1024],
  ['30', 30],
  ['-0', 0],
  ['(30)', undefined],
  ['-', undefined],
  [' - 7 ', -7],
  ['0', 0],
  ['--7', undefined],
  ['7-', undefined],
])("a distributor's count %j is %j", (text, count) => {
  expect(readSignedCount(text)).toBe(count);
});

test.each([
  ['12', 12],
  ['1,024', undefined],
  ['+1', undefined],
  [' 7 ', 7],
  ['1234567890123456', undefined],
  ['', undefined],
])('in our own format the count %j is %j', (text, count) => {
  expect(readPlainCount(text)).toBe(count);
});

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
] as const)('the day %j, said to be %j, is %j', (text, order, read) => {
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
])("Apple's day %j is %j", (text, day) => {
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
])('the month %j is %j', (text, month) => {
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
])('the store %j is %s', (name, what) => {
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
  ['', undefined],
])('the platform %j is %s', (text, platform) => {
  expect(readPlatform(text)).toBe(platform);
});
