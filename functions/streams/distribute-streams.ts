import { readAnalytics, summaryPlatforms } from '@datchain/shared/contracts/documents/analytics.ts';
import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import {
  firstOpenDay,
  type StreamShares,
  sharedDay,
} from '@datchain/shared/domain/books/stream-days.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type DayOfStreams, distributeEntry } from '../journal/entries/streams.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { pages } from '../stores/document-store.ts';

type Needs = Pick<Services, 'books' | 'clock' | 'store'>;

export interface DistributionResult {
  /** Days shared for the first time, or corrected. */
  readonly distributed: number;
  /** Days that could not be shared now, and works that are not in the books. */
  readonly skipped: number;
}

const WORKS_AT_ONCE = 50;
/** Entries wait for their turn at the door, but not without end. */
const DAYS_AT_ONCE = 200;

/**
 * The published days of one work that differ from what was shared. Today is not over and waits; a
 * day that is no longer published says nothing.
 */
function changedDays(shares: StreamShares, stored: unknown, now: Millis): DayOfStreams[] {
  const { datId } = shares;
  const analytics = readAnalytics(stored);
  return summaryPlatforms.flatMap((platform) =>
    Object.entries(analytics[platform])
      .filter(([date]) => date >= firstOpenDay(now) && date < utcDay(now))
      .flatMap(([date, { streams }]) => {
        const { streams: shared = 0, revision = 0 } = sharedDay(shares, platform, date) ?? {};
        return streams === shared ? [] : [{ datId, platform, date, streams, revision }];
      }),
  );
}

interface Change {
  readonly dat: DatGuard;
  readonly day: DayOfStreams;
}

/** What is left to share of some works, by id as published. */
async function changesOf(
  { store, clock }: Needs,
  works: readonly (readonly [datId: string, stored: unknown])[],
): Promise<{ changes: Change[]; unknown: number }> {
  const found = await store.read(
    works.flatMap(([datId]) => [docs.datGuard(datId), docs.streamShares(datId)]),
  );
  let unknown = 0;
  const changes = works.flatMap(([datId, stored]) => {
    const shares = readStreamShares(datId, found.get(docs.streamShares(datId))?.data);
    const days = changedDays(shares, stored, clock.now());
    const dat = readDatGuard(found.get(docs.datGuard(datId))?.data);
    if (dat) return days.map((day) => ({ dat, day }));
    if (days.length > 0) log.warn('Streams of a work that is not in the books', { datId });
    unknown += days.length;
    return [];
  });
  return { changes, unknown };
}

async function isShared({ books }: Needs, { day, dat }: Change): Promise<boolean> {
  const outcome = await books.commit(distributeEntry(day, dat));
  if (!isRefusal(outcome)) return true;
  log.warn('Streams were not shared', { ...day, reason: outcome.message });
  return false;
}

/**
 * Shares the streams published since the last time among the owners of each day, and books what
 * corrections change (R-WAL-15). Killed half-way or run twice, each day of a work on a platform is
 * shared exactly once, and so is each of its corrections.
 */
export async function distributeStreams(services: Needs): Promise<DistributionResult> {
  let [distributed, skipped] = [0, 0];
  for await (const page of pages(services.store, docs.analyticsSummaries, 1)) {
    for (const works of inChunks(
      page.flatMap(({ data }) => Object.entries(data)),
      WORKS_AT_ONCE,
    )) {
      const { changes, unknown } = await changesOf(services, works);
      skipped += unknown;
      for (const some of inChunks(changes, DAYS_AT_ONCE)) {
        const shared = await Promise.all(some.map((change) => isShared(services, change)));
        const done = shared.filter(Boolean).length;
        distributed += done;
        skipped += shared.length - done;
      }
    }
  }
  return { distributed, skipped };
}

function* inChunks<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
