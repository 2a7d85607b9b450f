import * as v from 'valibot';
import { publicBookDaySchema } from '../../domain/public-books/book-day-schema.ts';
import { count } from '../../domain/whole.ts';

/** The root of the tree of balances: what is owed to all users, and a hash over each of them. */
export const balanceNode = v.object({
  hash: v.string(),
  owedMicros: count,
  tokens: count,
  rewardTokens: count,
});

/** `bookDays/{date}`: the public books of a UTC day, written by the server alone. */
export const bookDaySchema = v.object({
  ...publicBookDaySchema.entries,
  /** Entries in this day and all before it; missing where a day was closed before this was kept. */
  total: v.optional(count),
  /** Total and hash of the balances at that time. */
  balances: balanceNode,
  /** How many users have one. */
  users: count,
  /** Which generation of stored balances and lists of entries belongs to it. */
  generation: v.string(),
});

export type StoredBookDay = v.InferOutput<typeof bookDaySchema>;
