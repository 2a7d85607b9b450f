import { expect, test } from 'vitest';
import { eligibleCents, eligibleCredits } from './eligible-credits.ts';

const at = (text: string) => Date.parse(text);
const day = (date: string, totalMicros: number, spentMicros = 0) => ({
  date,
  totalMicros,
  spentMicros,
});

test.each([
  ['2026-03-04T23:59:59.999Z', 4, 0],
  ['2026-03-05T00:00:00.000Z', 4, 100],
  ['2026-03-01T00:00:00.000Z', 0, 100],
  ['2026-02-28T23:59:59.999Z', 0, 0],
  ['2026-03-02T23:59:59.999Z', 2, 0],
  ['2026-03-03T00:00:00.000Z', 2, 100],
  ['2028-03-01T00:00:00.000Z', 365, 100],
])(
  '[R-CSH-05] at %s, with %i waiting days, %i of 100 micros earned on 1 March 2026 are payable',
  (now, days, micros) => {
    expect(eligibleCredits([day('2026-03-01', 100)], days, at(now)).micros).toBe(micros);
  },
);

test('[R-CSH-05] waiting days are counted across the ends of months and leap days', () => {
  const now = at('2028-03-03T00:00:00.000Z');
  expect(eligibleCredits([day('2028-02-28', 7)], 4, now).micros).toBe(7);
  expect(eligibleCredits([day('2028-02-29', 7)], 4, now).micros).toBe(0);
});

test('[R-CSH-05] a spent amount does not count again, and the oldest day comes first', () => {
  const days = [day('2026-03-02', 500, 200), day('2026-03-01', 300, 300), day('2026-02-27', 50)];
  const { micros, days: ready, pending } = eligibleCredits(days, 4, at('2026-03-06T00:00:00.000Z'));
  expect(micros).toBe(350);
  expect(ready).toEqual([
    { date: '2026-02-27', micros: 50 },
    { date: '2026-03-02', micros: 300 },
  ]);
  expect(pending).toEqual([]);
});

test('earnings that are too young wait, with the moment from which they count', () => {
  const now = at('2026-03-05T12:00:00.000Z');
  const days = [day('2026-03-01', 10), day('2026-03-02', 20), day('2026-03-05', 30, 30)];
  expect(eligibleCredits(days, 4, now)).toEqual({
    micros: 10,
    days: [{ date: '2026-03-01', micros: 10 }],
    pending: [{ date: '2026-03-02', countsFrom: at('2026-03-06T00:00:00.000Z'), micros: 20 }],
  });
});

test.each([
  [Number.NaN, '2026-03-05'],
  [-1, '2026-03-07'],
  [1.5, '2026-03-05'],
  [4, 'yesterday'],
  [4, '2026-13-01'],
  // JavaScript's Date would accept these.
  [4, '+002026-03-05'],
  [4, '2026-03-05 ('],
])(
  '[R-CSH-09] with %j waiting days and a day dated %s all unspent earnings count',
  (days, date) => {
    const earned = [day(date, 40), day('2026-03-04', 100, 30)];
    expect(eligibleCredits(earned, days, at('2026-03-05T00:00:00.000Z'))).toMatchObject({
      micros: 110,
      pending: [],
    });
  },
);

test('no earnings, and a day that was overpaid, count as nothing', () => {
  expect(eligibleCredits([], 4, 0).micros).toBe(0);
  expect(eligibleCredits([day('2026-03-01', 5, 9)], 4, at('2027-01-01')).micros).toBe(0);
});

test('a transfer carries whole cents; the fraction of a cent stays', () => {
  expect(eligibleCents({ micros: 25_009_999 })).toBe(2_500);
  expect(eligibleCents({ micros: 9_999 })).toBe(0);
});
