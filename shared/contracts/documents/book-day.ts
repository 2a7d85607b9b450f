import * as v from 'valibot';
import {
  dayFigureSchema,
  dayFiguresSchema,
  publicBookDaySchema,
} from '../../domain/public-books/book-day-schema.ts';
import { count, whole } from '../../domain/whole.ts';

/** What is owed, to one user or to all; none is below zero. */
export const dueEntries = {
  owedMicros: count,
  tokens: count,
  rewardTokens: count,
};

const closing = v.object({
  at: v.number(),
  /** How many coins its public list has, and the RFC 6962 root of the lines. */
  coins: count,
  root: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** What Stripe told us then that we hold, and what is on its way; null if it did not answer. */
  assets: v.nullable(
    v.object({ source: v.literal('stripe'), availableCents: whole, pendingCents: whole }),
  ),
});

export type StoredClosing = v.InferOutput<typeof closing>;

/** `bookDays/{date}`: the public books of a UTC day, written by the server alone. */
export const bookDaySchema = v.object({
  ...publicBookDaySchema.entries,
  figures: v.object({
    ...dayFiguresSchema.entries,
    /** Missing in a day from before losses were a figure of their own. */
    losses: v.optional(dayFigureSchema, { openingMicros: 0, closingMicros: 0, lines: [] }),
  }),
  /** Entries in this day and all before it; missing where a day was closed before this was kept. */
  total: v.optional(count),
  balances: v.object(dueEntries),
  /** How many users ever had a balance. */
  users: count,
  /** Missing in an open day, and in one that was closed late, or before there were coins. */
  closing: v.optional(closing),
  /** Which generation of stored balances and lists of entries belongs to it. */
  generation: v.string(),
});

export type StoredBookDay = v.InferOutput<typeof bookDaySchema>;
