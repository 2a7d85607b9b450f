import { closeDays } from '@datchain/functions/public-books/close-days.ts';
import { services } from '@datchain/functions/services.ts';
import { type Day, endOfDay, MINUTE_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';

/** Closes the public books of today, as if it were over: what comes later today is late. */
export async function closeToday(): Promise<Day> {
  const all = services();
  const today = utcDay(all.clock.now());
  const now = endOfDay(today) + 10 * MINUTE_MILLIS;
  await closeDays({ ...all, clock: { now: () => now } });
  return today;
}
