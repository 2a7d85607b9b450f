import * as v from 'valibot';
import { count, whole } from '../whole.ts';
import { type BookFigure, bookFigures } from './figures.ts';

export const bookLineSchema = v.object({
  kind: v.string(),
  entries: count,
  deltaMicros: whole,
});

export const dayFigureSchema = v.object({
  openingMicros: whole,
  closingMicros: whole,
  /** The changes by kind, sorted by name; they sum to the difference. */
  lines: v.array(bookLineSchema),
});

export const lateEntriesSchema = v.object({
  /** The day the entries are dated, YYYY-MM-DD. */
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
  /** The time up to which entries are included, in milliseconds: the end of the day once it is closed. */
  upTo: v.number(),
  isClosed: v.boolean(),
  /** The journal entries counted in this day, including those that move no dollars. */
  entries: count,
  /** Entries dated on days that were already closed, by that day. */
  late: v.optional(v.array(lateEntriesSchema), []),
  figures: dayFiguresSchema,
});
