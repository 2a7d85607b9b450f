import { expect, test } from 'vitest';
import { periodsText, periodText } from './period-text.ts';

test.each([
  ['week', '2026-11-13', { row: 'Fri 13 Nov', axis: '13 Nov', full: 'Fri 13 Nov 2026' }],
  ['month', '2026-W46', { row: 'Week 46', detail: '9 to 15 Nov', axis: 'Week 46' }],
  ['month', '2026-W49', { detail: '30 Nov to 6 Dec', full: 'Week 49, 30 Nov to 6 Dec 2026' }],
  ['month', '2026-W53', { row: 'Week 53', detail: '28 Dec 2026 to 3 Jan 2027' }],
  ['3m', '2026-09', { row: 'Sep 2026', axis: 'Sep', full: 'Sep 2026' }],
] as const)('[R-ANA-05] the %s period %s is written as %j', (span, period, text) => {
  expect(periodText(span, period)).toMatchObject(text);
});

test.each([
  ['week', ['2026-11-13', '2026-11-19'], '13 to 19 Nov 2026'],
  ['week', ['2026-11-28', '2026-12-04'], '28 Nov to 4 Dec 2026'],
  ['month', ['2026-W50', '2026-W53'], '7 Dec 2026 to 3 Jan 2027'],
  ['3m', ['2026-09', '2026-11'], 'Sep to Nov 2026'],
  ['3m', ['2025-11', '2026-01'], 'Nov 2025 to Jan 2026'],
] as const)('the %s periods %j are together written as %s', (span, periods, text) => {
  expect(periodsText(span, periods)).toBe(text);
});
