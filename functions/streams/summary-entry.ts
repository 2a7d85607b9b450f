import {
  readAnalytics,
  readEarlier,
  readReported,
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
import type { Day } from '@datchain/shared/domain/time.ts';
import type { Data } from '../stores/document-store.ts';

/** The days that a platform's shelves show. */
export const daysOfPlatform = (shelves: readonly DatShelf[], platform: string): Map<Day, Plays> =>
  new Map(
    shelves
      .filter((shelf) => shelf.platform === platform)
      .flatMap((shelf) => [...shownDays(shelf)]),
  );

/** A DAT's entry with the shelves' days over what it had; other fields stay. */
export function entryWith(before: unknown, shelves: readonly DatShelf[]): Data {
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
    const entry = {
      ...(isRecord(own) ? own : {}),
      dates: Object.fromEntries(dates),
      ...(Object.keys(earlier).length > 0 ? { earlier } : {}),
      ...(reported ? { sources: reported.sources, reportedAt: reported.at } : {}),
    };
    return [platform, entry];
  };
  return { ...stored, ...Object.fromEntries(all.map(platformEntry)) };
}
