import {
  readAnalytics,
  readEarlier,
  readReported,
  readWaiting,
  type SummaryPlatform,
  summaryPlatforms,
} from '@datchain/shared/contracts/documents/analytics.ts';
import type { DatShelf } from '@datchain/shared/contracts/documents/stream-shelf.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import type { Reported } from '@datchain/shared/domain/streams/figures.ts';
import { joinReported, reportedDays, shownDays } from '@datchain/shared/domain/streams/shelf.ts';
import {
  earlierMonths,
  newestYear,
  overlaid,
  storedPlays,
} from '@datchain/shared/domain/streams/summary.ts';
import type { Day, Month } from '@datchain/shared/domain/time.ts';
import type { Data } from '../stores/document-store.ts';

/** A shelf that is being published. */
export interface PublishedShelf {
  readonly shelf: DatShelf;
  /** Its streams that wait to be shared among owners (N-FIG-03). */
  readonly waiting: number;
}

/** The days that a platform's shelves show. */
export const daysOfPlatform = (shelves: readonly DatShelf[], platform: string): Map<Day, Plays> =>
  new Map(
    shelves
      .filter((shelf) => shelf.platform === platform)
      .flatMap((shelf) => [...shownDays(shelf)]),
  );

/** Streams by month that wait to be shared; months in which none waits are left out. */
function waitingMonths(
  before: Readonly<Record<Month, number>>,
  published: readonly PublishedShelf[],
): Record<Month, number> {
  const fresh = published.map(({ shelf, waiting }) => [shelf.month, waiting] as const);
  const months = Object.entries({ ...before, ...Object.fromEntries(fresh) });
  return Object.fromEntries(months.filter(([, streams]) => streams !== 0));
}

/** A DAT's entry with the shelves' days over what it had; other fields stay. */
export function entryWith(before: unknown, published: readonly PublishedShelf[]): Data {
  const shelves = published.map(({ shelf }) => shelf);
  const known = readAnalytics(before);
  const all = summaryPlatforms.map((platform) => {
    const days = overlaid<Plays>(known[platform], daysOfPlatform(shelves, platform));
    return [platform, days] as const;
  });
  const newest =
    all
      .flatMap(([, days]) => Object.keys(days))
      .sort()
      .at(-1) ?? '';
  const stored = isRecord(before) ? before : {};
  const platformEntry = ([platform, days]: readonly [SummaryPlatform, Record<Day, Plays>]) => {
    const own = stored[platform];
    const dates = Object.entries(newestYear(days, newest)).map(([day, plays]) => [
      day,
      storedPlays(plays),
    ]);
    const reported = shelves
      .filter((shelf) => shelf.platform === platform)
      .flatMap((shelf) => reportedDays(shelf) ?? [])
      .concat(readReported(stored, platform) ?? [])
      .reduce<Reported | undefined>((a, b) => (a ? joinReported(a, b) : b), undefined);
    const fresh = daysOfPlatform(shelves, platform).keys();
    const earlier = earlierMonths(readEarlier(stored, platform), days, { fresh, newest });
    const waiting = waitingMonths(
      readWaiting(stored, platform),
      published.filter(({ shelf }) => shelf.platform === platform),
    );
    const { waiting: _, ...others } = isRecord(own) ? own : {};
    const entry = {
      ...others,
      dates: Object.fromEntries(dates),
      ...(Object.keys(earlier).length > 0 ? { earlier } : {}),
      ...(reported ? { sources: reported.sources, reportedAt: reported.at } : {}),
      ...(Object.keys(waiting).length > 0 ? { waiting } : {}),
    };
    return [platform, entry];
  };
  return { ...stored, ...Object.fromEntries(all.map(platformEntry)) };
}
