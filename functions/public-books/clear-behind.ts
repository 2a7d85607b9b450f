import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import type { Services } from '../services.ts';
import type { BookDays } from '../stores/book-days.ts';
import type { Behind } from '../stores/books-behind.ts';

export const LISTED_DAYS = 7;

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

const needed: Readonly<Record<Behind, (bookDays: BookDays) => AsyncGenerator<string>>> = {
  /** The newest day's balances begin the next day; balances behind listed coins may be requested. */
  balances: listed,
  coins: listed,
  async *entries(bookDays) {
    for await (const { generation } of bookDays.closed()) yield generation;
  },
};

/**
 * Deletes unneeded data behind days: balances of replaced days, and data of runs that died or came too late to
 * write their day.
 *
 * Data of a run that continues the newest day stay, however long it takes, because only such a run can still
 * write its day. The data are listed before the days are read. Data that no day needs then are never needed
 * later, because a written day is always the newest.
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
