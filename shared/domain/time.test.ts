import { describe, expect, test } from 'vitest';
import {
  addDays,
  ageOfDay,
  DAY_MILLIS,
  endOfDay,
  isIsoWeek,
  isoWeekOf,
  listDays,
  mondayOf,
  monthBefore,
  utcDay,
} from './time.ts';

test('days are added over the ends of months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
});

test('a day ends when the next one begins, by UTC', () => {
  const midnight = Date.parse('2026-08-02T00:00:00Z');
  expect(endOfDay('2026-08-01')).toBe(midnight);
  expect(ageOfDay('2026-08-01', midnight + 5)).toBe(5);
  expect(ageOfDay('2026-08-01', midnight - 5)).toBe(-5);
  expect([utcDay(midnight - 1), utcDay(midnight)]).toEqual(['2026-08-01', '2026-08-02']);
});

test.each([
  ['2026-02', 28],
  ['2028-02', 29],
  ['2026-12', 31],
])('%s has %i days, in order', (month, count) => {
  const days = listDays(month);
  expect(days).toHaveLength(count);
  expect([days[0], days.at(-1)]).toEqual([`${month}-01`, `${month}-${count}`]);
  expect([...days].sort()).toEqual(days);
});

test('the month before January is December', () => {
  expect(monthBefore('2026-01')).toBe('2025-12');
  expect(monthBefore('2026-11')).toBe('2026-10');
});

describe('ISO weeks', () => {
  test('begin on Monday, across many years', () => {
    for (let day = '2019-12-01'; day < '2033-02-01'; day = addDays(day, 1)) {
      const monday = mondayOf(isoWeekOf(day));
      expect(new Date(endOfDay(monday) - 1).getUTCDay()).toBe(1);
      const sinceMonday = (endOfDay(day) - endOfDay(monday)) / DAY_MILLIS;
      expect([0, 1, 2, 3, 4, 5, 6]).toContain(sinceMonday);
    }
  });

  test.each([
    ['2026-W01', true],
    ['2026-W10', true],
    ['2026-W49', true],
    ['2026-W53', true],
    ['2026-W00', false],
    ['2026-W54', false],
    ['2026-W60', false],
    ['2026-W1', false],
    ['2026-W011', false],
    ['12026-W01', false],
    ['2026-01', false],
  ])('the text %s is an ISO week: %s', (text, is) => {
    expect(isIsoWeek(text)).toBe(is);
  });
});
