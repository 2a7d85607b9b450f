import * as v from 'valibot';
import type { BookDay } from '../../domain/public-books/book-day.ts';
import { bookFigures } from '../../domain/public-books/figures.ts';

const whole = v.pipe(v.number(), v.safeInteger());
const count = v.pipe(whole, v.minValue(0));

const figure = v.object({
  openingMicros: whole,
  closingMicros: whole,
  lines: v.array(v.object({ kind: v.string(), entries: count, deltaMicros: whole })),
});

const figures = Object.fromEntries(bookFigures.map(({ key }) => [key, figure])) as Record<
  keyof BookDay['figures'],
  typeof figure
>;

/** The root of the tree of balances: what is owed to all users, and a hash over each of them. */
export const balanceNode = v.object({
  hash: v.string(),
  owedMicros: count,
  tokens: count,
  rewardTokens: count,
});

/** `bookDays/{date}`: the public books of a UTC day, written by the server alone. */
export const bookDaySchema = v.object({
  date: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  upTo: v.number(),
  isClosed: v.boolean(),
  entries: count,
  late: v.optional(v.array(v.object({ date: v.string(), entries: count })), []),
  /** Entries in this day and all before it; missing where a day was closed before this was kept. */
  total: v.optional(count),
  figures: v.object(figures),
  /** Total and hash of the balances at that time. */
  balances: balanceNode,
  /** How many users have one. */
  users: count,
  /** Which generation of stored balances and lists of entries belongs to it. */
  generation: v.string(),
});

export type StoredBookDay = v.InferOutput<typeof bookDaySchema>;
