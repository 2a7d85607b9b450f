import { lackingEach } from '@datchain/testing/pure/lacking.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { coinDaysFile, coinDaysSchema, coinsFile } from './coin-days.ts';

const day = { day: '2026-11-20', line: 301, lines: ['{}\n'], digits: 2 };

test('the list of days and each day’s coins have the file names of docs/public-log.md', () => {
  expect(coinDaysFile).toBe('coins/days.json');
  expect(coinsFile('2026-11-20', '4f')).toBe('coins/2026-11-20/4f.txt');
  expect(coinsFile('2026-11-20', '')).toBe('coins/2026-11-20/all.txt');
});

test('days are read with their log lines; their list can be empty, but not missing', () => {
  expect(v.parse(coinDaysSchema, { days: [day] })).toEqual({ days: [day] });
  expect(v.is(coinDaysSchema, { days: [] })).toBe(true);
  expect(v.is(coinDaysSchema, {})).toBe(false);
});

test.each(lackingEach(day))('a day without its %s is refused', (_field, less) => {
  expect(v.is(coinDaysSchema, { days: [day, less] })).toBe(false);
});

test.each([
  ['a date that does not exist', { ...day, day: '2026-02-30' }],
  ['a time', { ...day, day: '2026-11-20T00:00' }],
  ['line 0', { ...day, line: 0 }],
  ['half a line', { ...day, line: 1.5 }],
  ['no text of its line', { ...day, lines: [] }],
  ['three lines', { ...day, lines: ['', '', ''] }],
  ['more files than a site can have', { ...day, digits: 7 }],
  ['half a digit', { ...day, digits: 0.5 }],
])('a day with %s is refused', (_what, wrong) => {
  expect(v.is(coinDaysSchema, { days: [day, wrong] })).toBe(false);
});
