import * as v from 'valibot';
import {
  dayFigureSchema,
  dayFiguresSchema,
  publicBookDaySchema,
} from '../../domain/public-books/book-day-schema.ts';
import { count, whole } from '../../domain/whole.ts';

export const dueEntries = {
  owedMicros: count,
  tokens: count,
  rewardTokens: count,
};

const closing = v.object({
  at: v.number(),
  /** The number of coins in the day's public list, and the RFC 6962 root of its lines. */
  coins: count,
  root: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** Stripe's statement of the balance held and in transit; null if it did not answer. */
  assets: v.nullable(
    v.object({ source: v.literal('stripe'), availableCents: whole, pendingCents: whole }),
  ),
});

export type StoredClosing = v.InferOutput<typeof closing>;

/** The public books of a UTC day, `bookDays/{date}`; only the server writes them. */
export const bookDaySchema = v.object({
  ...publicBookDaySchema.entries,
  figures: v.object({
    ...dayFiguresSchema.entries,
    /** Missing on days older than the separate figure for losses. */
    losses: v.optional(dayFigureSchema, { openingMicros: 0, closingMicros: 0, lines: [] }),
  }),
  /** The entries of this day and all before it; missing on days closed before this was stored. */
  total: v.optional(count),
  balances: v.object(dueEntries),
  users: count,
  /** Missing on open days, on days closed late, and on days older than the coins. */
  closing: v.optional(closing),
  /** The generation of stored balances and entry lists that belongs to the day. */
  generation: v.string(),
});

export type StoredBookDay = v.InferOutput<typeof bookDaySchema>;
