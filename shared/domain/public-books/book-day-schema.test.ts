import { lackingEach } from '@datchain/testing/pure/lacking.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { publicBookDaySchema } from './book-day-schema.ts';
import { bookFigures } from './figures.ts';

const line = { kind: 'order-settled', entries: 2, deltaMicros: -5 };
const figure = { openingMicros: 7, closingMicros: 2, lines: [line] };
const figures = Object.fromEntries(bookFigures.map(({ key }) => [key, figure]));
const lateEntries = { date: '2026-11-18', entries: 1 };
const dayWithoutLate = { date: '2026-11-20', upTo: 1, isClosed: true, entries: 3, figures };
const day = { ...dayWithoutLate, late: [lateEntries] };

const withPool = (pool: object) => ({ ...day, figures: { ...figures, pool } });

test('a stored day of the books is read; one without late entries has none', () => {
  expect(v.parse(publicBookDaySchema, day)).toEqual(day);
  expect(v.parse(publicBookDaySchema, dayWithoutLate)).toEqual({ ...day, late: [] });
});

test.each([
  ...lackingEach(dayWithoutLate),
  ...lackingEach(figures).map(
    ([key, less]) => [`the figure ${key}`, { ...day, figures: less }] as const,
  ),
  ...lackingEach(figure).map(
    ([field, less]) => [`the ${field} of a figure`, withPool(less)] as const,
  ),
  ...lackingEach(line).map(
    ([field, less]) => [`the ${field} of a line`, withPool({ ...figure, lines: [less] })] as const,
  ),
  ...lackingEach(lateEntries).map(
    ([field, less]) => [`the ${field} of late entries`, { ...day, late: [less] }] as const,
  ),
])('a day of the books without %s is refused', (_what, less) => {
  expect(v.is(publicBookDaySchema, less)).toBe(false);
});

test.each([
  '2026-11-2',
  '2026-1-20',
  '26-11-20',
  'year-11-20',
  '2026-no-20',
  '2026-11-da',
  '12026-11-20',
  '2026-11-200',
])('a day of the books dated %s is refused', (date) => {
  expect(v.is(publicBookDaySchema, { ...day, date })).toBe(false);
});

test.each([
  ['a negative number of entries', { ...day, entries: -1 }],
  ['half an entry', withPool({ ...figure, lines: [{ ...line, entries: 0.5 }] })],
  ['part of a micro', withPool({ ...figure, closingMicros: 2.5 })],
])('a day of the books with %s is refused', (_what, wrong) => {
  expect(v.is(publicBookDaySchema, wrong)).toBe(false);
});
