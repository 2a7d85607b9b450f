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

function* listChanged({ datId, platform, ...record }: DatMonthRecord, shares: StreamShares) {
  if (!isPaying(platform)) return;
  for (const [date, { streams }] of shownDays({ platform, ...record })) {
    const { streams: known = 0, revision = 0 } = sharedDay(shares, platform, date) ?? {};
    if (streams !== known) yield { day: { datId, platform, date, streams, revision }, known };
  }
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
  return [...listChanged(record, shares)].filter(
    ({ day: { date } }) => date >= firstOpenDay(now) && date < utcDay(now),
  );
}

/** Counts the days whose figure came or changed after they had closed. */
export const countClosedDays = (record: DatMonthRecord, shares: StreamShares, now: Millis) =>
  [...listChanged(record, shares)].filter(({ day }) => day.date < firstOpenDay(now)).length;

/** Counts the streams of a month record that wait to be shared; negative if corrections lowered its days. */
export const waitingStreams = (record: DatMonthRecord, shares: StreamShares, now: Millis): number =>
  unsharedDays(record, shares, now).reduce((sum, { day, known }) => sum + day.streams - known, 0);
