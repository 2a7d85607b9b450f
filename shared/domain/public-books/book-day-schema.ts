import * as v from 'valibot';
import { count, whole } from '../whole.ts';
import { type BookFigure, bookFigures } from './figures.ts';

/** What one kind of entry did to a figure on a day. Amounts are in micros. */
export const bookLineSchema = v.object({
  kind: v.string(),
  entries: count,
  deltaMicros: whole,
});

/** A figure over a day: what it was, what moved it, what it is. Amounts are in micros. */
export const dayFigureSchema = v.object({
  openingMicros: whole,
  closingMicros: whole,
  /** By kind, in the order of their names; they sum to the difference. */
  lines: v.array(bookLineSchema),
});

export const lateEntriesSchema = v.object({
  /** The day they would have been counted in, YYYY-MM-DD. */
  date: v.string(),
  entries: count,
});

export const dayFiguresSchema = v.object(
  Object.fromEntries(bookFigures.map(({ key }) => [key, dayFigureSchema])) as Record<
    BookFigure,
    typeof dayFigureSchema
  >,
);

export const publicBookDaySchema = v.object({
  date: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  /** Up to when entries are in it, in milliseconds: the end of the day once it is closed. */
  upTo: v.number(),
  isClosed: v.boolean(),
  /** Entries of the journal counted in this day, also those that move no dollars. */
  entries: count,
  /** Those of them dated on a day that was already closed, by that day. */
  late: v.optional(v.array(lateEntriesSchema), []),
  figures: dayFiguresSchema,
});
