import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { endOfDay } from '@datchain/shared/domain/time.ts';
import type { Services } from '../services.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';

type Needs = Pick<Services, 'entries' | 'bookDays'>;

export const countedUpTo = async (
  { entries }: Pick<Needs, 'entries'>,
  day: StoredBookDay | undefined,
): Promise<number> => (day ? (day.total ?? (await entries.count(0, endOfDay(day.date)))) : 0);

/**
 * Finds entries with a time in or before a closed day that no closed day has counted: they were written after
 * it was closed. Usually no such entry exists, and only a count is read.
 */
export async function findLate(
  { entries, bookDays }: Needs,
  latest: StoredBookDay | undefined,
): Promise<StoredEntry[]> {
  const late: StoredEntry[] = [];
  if (!latest) return late;
  const there = await entries.count(0, endOfDay(latest.date));
  const missing = there - (await countedUpTo({ entries }, latest));
  const counted = new Set<string>();
  // An entry is counted in its own day or a later one, so going backwards all counted ids are known.
  for (let day: StoredBookDay | undefined = latest; day && late.length < missing; ) {
    const ids = await bookDays.entriesOf(day);
    if (ids.length === 0) break;
    for (const id of ids) counted.add(id);
    const before: StoredBookDay | undefined = await bookDays.closedBefore(day.date);
    const from = before ? endOfDay(before.date) : 0;
    for await (const page of entries.between(from, endOfDay(day.date))) {
      late.push(...page.filter(({ id }) => !counted.has(id)));
    }
    day = before;
  }
  return late;
}
