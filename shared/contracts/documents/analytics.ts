import type { Plays } from '../../domain/streams/claims.ts';
import type { Reported } from '../../domain/streams/figures.ts';
import type { Platform } from '../../domain/streams/platforms.ts';
import { dailySources } from '../../domain/streams/sources.ts';
import type { OwnStats } from '../../domain/streams/summary.ts';
import { type Day, isDay, isIsoWeek, isMonth, type Month } from '../../domain/time.ts';
import { isRecord, readCount, readList, readMillis, readNumber } from '../tolerant.ts';

/** The platforms of an analytics summary; `spndat` has separate stats (R-ANA-06). */
export type SummaryPlatform = Exclude<Platform, 'spndat'>;
export const summaryPlatforms: readonly SummaryPlatform[] = [
  'spotify',
  'apple_music',
  'amazon_music',
];

/** Receives the place of a stored value that cannot be read, such as `spotify.dates.2026-11-19`. */
type OnBad = (place: string) => void;

const isNumeric = (value: unknown): boolean => Number.isFinite(readNumber(value, Number.NaN));

/** Reads a day of `analyticsSummaries`: a number or an object (R-ANA-06). */
function readPlays(value: unknown): Plays | undefined {
  const { streams, downloads } = isRecord(value) ? value : { streams: value };
  // A value that is not a number is a gap: zero would mean that nobody listened.
  if (!isNumeric(streams)) return undefined;
  const known = { streams: readCount(streams) };
  return isNumeric(downloads) ? { ...known, downloads: readCount(downloads) } : known;
}

/** Reads the sources of a platform's days, and when the newest file was made; undefined if it is not stored. */
export function readReported(value: unknown, platform: SummaryPlatform): Reported | undefined {
  const own = isRecord(value) ? value[platform] : undefined;
  if (!isRecord(own)) return undefined;
  const names = readList(own.sources).filter((name) => typeof name === 'string');
  const sources = dailySources.filter((source) => names.includes(source));
  const at = readMillis(own.reportedAt);
  return at === undefined || sources.length === 0 ? undefined : { sources, at };
}

/** Reads the sums of months whose days are dropped, stored beside a platform's `dates`. */
export function readEarlier(value: unknown, platform: SummaryPlatform): Record<Month, number> {
  const own = isRecord(value) ? value[platform] : undefined;
  const place = `${platform}.earlier`;
  const stored = isRecord(own) ? own.earlier : undefined;
  return readBy(stored, { isKey: isMonth, read: readCountIfAny, place, onBad: ignore });
}

/**
 * Reads the streams by month that wait to be shared among owners (N-FIG-03); negative where corrections take
 * some back.
 */
export function readWaiting(value: unknown, platform: SummaryPlatform): Record<Month, number> {
  const own = isRecord(value) ? value[platform] : undefined;
  const stored = isRecord(own) ? own.waiting : undefined;
  const read = (item: unknown) => (isNumeric(item) ? Math.trunc(readNumber(item)) : undefined);
  return readBy(stored, { isKey: isMonth, read, place: `${platform}.waiting`, onBad: ignore });
}

const readCountIfAny = (value: unknown): number | undefined =>
  isNumeric(value) ? readCount(value) : undefined;

const ignore: OnBad = () => {};

/** Reads a map by day or another period; missing, null and unreadable values are left out. */
function readBy<Value>(
  stored: unknown,
  {
    isKey,
    read,
    place,
    onBad,
  }: {
    isKey: (key: string) => boolean;
    read: (item: unknown) => Value | undefined;
    place: string;
    onBad: OnBad;
  },
): Record<string, Value> {
  const found: Record<string, Value> = {};
  if (stored !== undefined && stored !== null && !isRecord(stored)) onBad(place);
  const items = isRecord(stored) ? stored : {};
  // All works together have millions of days, so this allocates no lists of pairs.
  for (const key of Object.keys(items)) {
    const item = items[key];
    const value = isKey(key) ? read(item) : undefined;
    if (value !== undefined) found[key] = value;
    else if (item !== null) onBad(`${place}.${key}`);
  }
  return found;
}

/** Reads a work's days on each platform. Unreadable days are left out and reported. */
export function readAnalytics(
  value: unknown,
  onBad: OnBad = ignore,
): Record<SummaryPlatform, Record<Day, Plays>> {
  const stored = isRecord(value) ? value : {};
  const daysOf = (platform: SummaryPlatform) => {
    const own = stored[platform];
    const place = `${platform}.dates`;
    if (own !== undefined && own !== null && !isRecord(own)) onBad(platform);
    return readBy(isRecord(own) ? own.dates : undefined, {
      isKey: isDay,
      read: readPlays,
      place,
      onBad,
    });
  };
  return {
    spotify: daysOf('spotify'),
    apple_music: daysOf('apple_music'),
    amazon_music: daysOf('amazon_music'),
  };
}

/** Reads `streamStats/{datId}`: the chain's own plays by day, ISO week and month (R-ANA-06). */
export function readOwnStats(value: unknown, onBad: OnBad = ignore): OwnStats {
  const stored = isRecord(value) ? value : {};
  const countsOf = (place: string, isKey: (key: string) => boolean) =>
    readBy(stored[place], { isKey, read: readCountIfAny, place, onBad });
  return {
    daily: countsOf('daily', isDay),
    weekly: countsOf('weekly', isIsoWeek),
    monthly: countsOf('monthly', isMonth),
  };
}

/** Reads the total stream earnings in US dollars, before sharing; undefined if they are not stored. */
export function readStreamEarnings(stats: unknown): number | undefined {
  const stored = isRecord(stats) ? stats.totalEarnings : undefined;
  return isNumeric(stored) ? readNumber(stored) : undefined;
}
