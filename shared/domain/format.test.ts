import { expect, test } from 'vitest';
import {
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMicros,
  formatMonth,
  formatPerson,
  formatShare,
  formatTokens,
  formatUsdUpTo3,
  isOrAre,
} from './format.ts';
import { genreName, genres } from './genres.ts';
import { HOUR_MILLIS } from './time.ts';

test.each([
  [0, '$0.00'],
  [36, '$0.36'],
  [100, '$1.00'],
  [123_456_789, '$1,234,567.89'],
  [-250, '−$2.50'],
])('[R-ANA-07] %i cents read %s, with 2 decimals', (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});

test.each([
  [391_200, '391,200'],
  [999, '999'],
  [-1_000, '−1,000'],
])('%i reads %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [25_000, '2.5%'],
  [11_250, '1.125%'],
  [1, '0.0001%'],
  [0, '0%'],
  [1_000_000, '100%'],
])('%i ppm read %s', (ppm, text) => {
  expect(formatShare(ppm)).toBe(text);
});

test.each([
  [112.418, '$112.418'],
  [24.375, '$24.375'],
  [1.9, '$1.90'],
  [0.105, '$0.105'],
  [1234.5, '$1,234.50'],
  [-0.5, '−$0.50'],
])('[R-ANA-07] %d dollars of earnings read %s, with up to 3 decimals', (usd, text) => {
  expect(formatUsdUpTo3(usd)).toBe(text);
});

test('micros are rounded to the cent', () => {
  expect(formatMicros(9_999)).toBe('$0.01');
  expect(formatMicros(4_999)).toBe('$0.00');
});

test('dates are UTC', () => {
  const at = Date.UTC(2026, 10, 20, 10, 42);
  expect(formatDate(at)).toBe('20 Nov 2026');
  expect(formatDateTime(at)).toBe('20 Nov 2026, 10:42 UTC');
  expect(formatDateTime(Date.UTC(2027, 0, 1, 9, 5))).toBe('1 Jan 2027, 09:05 UTC');
});

test.each([
  ['2026-01', 'January 2026'],
  ['2026-12', 'December 2026'],
])('the month %s reads %s', (month, text) => {
  expect(formatMonth(month)).toBe(text);
});

test.each([
  ['vinylvera', '@vinylvera'],
  ['', 'Unnamed'],
  [null, '–'],
])('a person called %j reads %s: an unnamed person is not nobody', (username, text) => {
  expect(formatPerson(username)).toBe(text);
});

test.each([
  [0, '0 tokens', '0 reward tokens'],
  [1, '1 token', '1 reward token'],
  [2, '2 tokens', '2 reward tokens'],
  [1_001, '1,001 tokens', '1,001 reward tokens'],
])('%i tokens read %s', (count, text, rewards) => {
  expect(formatTokens(count)).toBe(text);
  expect(formatTokens(count, 'reward')).toBe(rewards);
  expect(isOrAre(count)).toBe(count === 1 ? 'is' : 'are');
});

test.each([
  [0, '1 minute'],
  [60_000, '1 minute'],
  [60_001, '2 minutes'],
  [HOUR_MILLIS, '1 hour'],
  [3_660_000, '1 hour 1 minute'],
  [7_500_000, '2 hours 5 minutes'],
])('a wait of %i ms is %s', (millis, text) => {
  expect(formatDuration(millis)).toBe(text);
});

test('a genre shows its name, and an unknown one its stored value', () => {
  for (const [stored, name] of genres) expect(genreName(stored)).toBe(name);
  expect(genreName('polka')).toBe('polka');
});
