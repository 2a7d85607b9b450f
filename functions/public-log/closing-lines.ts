import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import type { LogEvent } from '@datchain/shared/domain/public-log/logged-entry.ts';
import type { BookDays } from '../stores/book-days.ts';

const MAX_DAYS_PER_WRITE = 30;

/** Reads the closed days that the log has no lines about, oldest first. */
export async function readUnpublishedDays(
  bookDays: Pick<BookDays, 'closed'>,
  lastPublished: string,
): Promise<StoredBookDay[]> {
  const unpublished: StoredBookDay[] = [];
  for await (const day of bookDays.closed(lastPublished)) {
    if (day.closing) unpublished.push(day);
    if (unpublished.length === MAX_DAYS_PER_WRITE) break;
  }
  return unpublished;
}

export function closingEvents({ date, balances, users, closing }: StoredBookDay): LogEvent[] {
  if (!closing) return [];
  const { at, coins, root, assets } = closing;
  const { owedMicros, tokens, rewardTokens } = balances;
  return [
    {
      at,
      kind: 'liabilities',
      fields: { day: date, owedMicros, tokens, rewardTokens, users, coins, root },
    },
    ...(assets ? [{ at, kind: 'assets' as const, fields: { day: date, ...assets } }] : []),
  ];
}
