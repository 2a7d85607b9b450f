import { closeDays } from '@datchain/functions/public-books/close-days.ts';
import { services } from '@datchain/functions/services.ts';
import { type Day, endOfDay, MINUTE_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';

/** Closes today's public books as if the day were over; entries written after it count as late. */
export async function closeToday(): Promise<Day> {
  const all = services();
  const today = utcDay(all.clock.now());
  const now = endOfDay(today) + 10 * MINUTE_MILLIS;
  await closeDays({ ...all, clock: { now: () => now } });
  return today;
}
