import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import type { Services } from '../services.ts';
import type { Behind, BookDays } from '../stores/book-days.ts';

/** For so many closed days there is a list of coins. */
export const LISTED_DAYS = 7;

/** The closed days whose coins are listed, newest first. */
export async function newestClosed(
  bookDays: Pick<BookDays, 'latestClosed' | 'closedBefore'>,
): Promise<StoredBookDay[]> {
  const found: StoredBookDay[] = [];
  let day = await bookDays.latestClosed();
  while (day && found.length < LISTED_DAYS) {
    found.push(day);
    day = await bookDays.closedBefore(day.date);
  }
  return found;
}

async function* listed(bookDays: BookDays): AsyncGenerator<string> {
  for (const { generation } of await newestClosed(bookDays)) yield generation;
}

/** The generations that days name, and need. */
const needed: Readonly<Record<Behind, (bookDays: BookDays) => AsyncGenerator<string>>> = {
  /** The next day goes on from the newest; whose coins are listed may ask for their balance. */
  balances: listed,
  coins: listed,
  async *entries(bookDays) {
    for await (const { generation } of bookDays.closed()) yield generation;
  },
};

/**
 * Forgets what is stored behind days and will never be needed again: balances of days that another
 * one replaced, and what runs left that died, or came too late to write their day.
 *
 * What another run has stored and not yet named is left alone, however long that run takes: only what
 * goes on from the newest day can still become a day, and every day that is written is a new newest
 * one. It is listed first and judged by days read after that: what is not needed by then never is.
 */
export async function clearBehind(
  { bookDays }: Pick<Services, 'bookDays'>,
  of: Behind,
): Promise<void> {
  const stored = await bookDays.generations(of);
  const newest = await bookDays.latest();
  const kept = new Set([newest?.generation]);
  for await (const generation of needed[of](bookDays)) kept.add(generation);
  for (const { generation, over } of stored) {
    const mayBecomeADay = over === (newest?.generation ?? null);
    if (!mayBecomeADay && !kept.has(generation)) await bookDays.forget(of, generation);
  }
}
