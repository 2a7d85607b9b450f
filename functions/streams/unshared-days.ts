import {
  type SummaryPlatform,
  summaryPlatforms,
} from '@datchain/shared/contracts/documents/analytics.ts';
import type { DatMonthRecord } from '@datchain/shared/contracts/documents/month-record.ts';
import {
  firstOpenDay,
  type StreamShares,
  sharedDay,
} from '@datchain/shared/domain/books/stream-days.ts';
import { shownDays } from '@datchain/shared/domain/streams/month-record.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { DayOfStreams } from '../journal/entries/streams.ts';

const isPaying = (platform: string): platform is SummaryPlatform =>
  summaryPlatforms.some((each) => each === platform);

interface UnsharedDay {
  readonly day: DayOfStreams;
  /** The streams of this day that were shared before. */
  readonly known: number;
}

/**
 * Lists the days of a month record whose figure differs from the shared one (N-FIG-03). Today is not over and waits; a
 * day that is no longer reported is skipped; a day older than two years is closed.
 */
export function unsharedDays(
  record: DatMonthRecord,
  shares: StreamShares,
  now: Millis,
): UnsharedDay[] {
  const { datId, platform } = record;
  if (!isPaying(platform)) return [];
  return [...shownDays(record)].flatMap(([date, { streams }]) => {
    if (date < firstOpenDay(now) || date >= utcDay(now)) return [];
    const { streams: known = 0, revision = 0 } = sharedDay(shares, platform, date) ?? {};
    return streams === known ? [] : [{ day: { datId, platform, date, streams, revision }, known }];
  });
}

/** Counts the streams of a month record that wait to be shared; negative if corrections lowered its days. */
export const waitingStreams = (record: DatMonthRecord, shares: StreamShares, now: Millis): number =>
  unsharedDays(record, shares, now).reduce((sum, { day, known }) => sum + day.streams - known, 0);
