import type { Plays } from '../../domain/streams/claims.ts';
import { type Day, isDay } from '../../domain/streams/days.ts';
import type { Platform } from '../../domain/streams/platforms.ts';
import type { OwnStats } from '../../domain/streams/summary.ts';
import { isRecord, readCount } from '../tolerant.ts';

/** The platforms of an analytics summary; `spndat` has its stats apart (SPEC §3). */
export type SummaryPlatform = Exclude<Platform, 'spndat'>;
export const summaryPlatforms: readonly SummaryPlatform[] = [
  'spotify',
  'apple_music',
  'amazon_music',
];

/** A day of `analyticsSummaries`, as stored: a number, or an object (SPEC §3). */
const readPlays = (value: unknown): Plays =>
  isRecord(value)
    ? { streams: readCount(value.streams), downloads: readCount(value.downloads) }
    : { streams: readCount(value) };

const readDays = <Value>(value: unknown, read: (item: unknown) => Value): Record<Day, Value> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([day, item]) =>
      isDay(day) ? [[day, read(item)]] : [],
    ),
  );

/** One work's days on each platform. Keys that are no day are left out. */
export function readAnalytics(value: unknown): Record<SummaryPlatform, Record<Day, Plays>> {
  const stored = isRecord(value) ? value : {};
  const daysOf = (platform: SummaryPlatform) => {
    const own = stored[platform];
    return readDays(isRecord(own) ? own.dates : undefined, readPlays);
  };
  return {
    spotify: daysOf('spotify'),
    apple_music: daysOf('apple_music'),
    amazon_music: daysOf('amazon_music'),
  };
}

const readCounts = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).map(([key, item]) => [key, readCount(item)]),
  );

/** `streamStats/{datId}`: the chain's own plays by day, ISO week and month (SPEC §3). */
export function readOwnStats(value: unknown): OwnStats {
  const stored = isRecord(value) ? value : {};
  return {
    daily: readDays(stored.daily, readCount),
    weekly: readCounts(stored.weekly),
    monthly: readCounts(stored.monthly),
  };
}
