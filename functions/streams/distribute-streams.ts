import { readAnalytics, summaryPlatforms } from '@datchain/shared/contracts/documents/analytics.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { utcDay } from '@datchain/shared/domain/books/lots.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { type DayOfStreams, distributeEntry, distributionId } from '../journal/entries/streams.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';

export interface DistributionResult {
  readonly distributed: number;
  /** Days of works that are not in the books. */
  readonly skipped: number;
}

const AT_ONCE = 200;
const DAY = 24 * 60 * 60_000;

/** The published days of one work that may still be distributed. Today is not over and waits. */
function daysOf(datId: string, stored: unknown, from: string, before: string): DayOfStreams[] {
  const analytics = readAnalytics(stored);
  return summaryPlatforms.flatMap((platform) =>
    Object.entries(analytics[platform])
      .filter(([date, { streams }]) => date >= from && date < before && streams > 0)
      .map(([date, { streams }]) => ({
        datId,
        platform,
        date,
        grossMicros: streams * rates.streamMicros,
      })),
  );
}

async function withoutDone({ store }: Services, days: readonly DayOfStreams[]) {
  const paths = days.map((day) => docs.entry(distributionId(day)));
  const done = await store.read(paths);
  return days.filter((_, index) => !done.has(paths[index] ?? ''));
}

/**
 * Shares the streams published since the last time among the owners of each day (SPEC §9). Killed
 * half-way or run twice, each day of a work on a platform is shared exactly once.
 */
export async function distributeStreams(services: Services): Promise<DistributionResult> {
  const now = services.clock.now();
  const from = utcDay(now - rates.distributionDays * DAY);
  const before = utcDay(now);
  let distributed = 0;
  let skipped = 0;
  for await (const page of services.streams.pages(docs.analyticsSummaries, 1)) {
    const days = page.flatMap(({ data }) =>
      Object.entries(data).flatMap(([datId, stored]) => daysOf(datId, stored, from, before)),
    );
    for (let start = 0; start < days.length; start += AT_ONCE) {
      const left = await withoutDone(services, days.slice(start, start + AT_ONCE));
      const outcomes = await Promise.all(
        left.map((day) => services.books.commit(distributeEntry(day))),
      );
      for (const [index, outcome] of outcomes.entries()) {
        if (!isRefusal(outcome)) distributed += 1;
        else {
          skipped += 1;
          log.warn('Streams were not shared', { ...left[index], reason: outcome.message });
        }
      }
    }
  }
  return { distributed, skipped };
}
