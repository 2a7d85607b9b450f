import { readOwnStats, summaryPlatforms } from '@datchain/shared/contracts/documents/analytics.ts';
import {
  type DatMonthRecord,
  readMonthRecord,
} from '@datchain/shared/contracts/documents/month-record.ts';
import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import {
  checkMonth,
  shownDays,
  shownMonths,
  shownPeriods,
} from '@datchain/shared/domain/streams/month-record.ts';
import { ownStatsWith, storedPlays } from '@datchain/shared/domain/streams/summary.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import {
  type Batch,
  type Data,
  type DocumentStore,
  type Found,
  put,
  together,
} from '../stores/document-store.ts';
import type { SharedValues } from '../stores/live-database.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import type { Published } from './outcome.ts';
import {
  daysOfPlatform,
  loadSizes,
  type PublishedMonthRecord,
  placeInSummary,
  type SeenSizes,
} from './summary.ts';
import { waitingStreams } from './unshared-days.ts';

/** A total of a month or another period; without plays it is removed from the public figures. */
interface Total {
  readonly platform: string;
  readonly period: string;
  readonly source: string;
  readonly plays: Plays | undefined;
}

function totalsOf(record: DatMonthRecord): Total[] {
  const { platform } = record;
  const kinds = [
    { stored: record.months, shown: shownMonths(record) },
    { stored: record.periods, shown: shownPeriods(record) },
  ];
  return kinds.flatMap(({ stored, shown }) =>
    [...shown].flatMap(([source, figures]) =>
      Object.keys(stored[source] ?? {}).map((period) => {
        const plays = figures.get(period);
        return { platform, period, source, plays };
      }),
    ),
  );
}

const recordIn = (data: Data, key: string): Data => {
  const value = data[key];
  return isRecord(value) ? value : {};
};

function withTotal(data: Data, { platform, period, source, plays }: Total): Data {
  const periods = recordIn(data, platform);
  const { [source]: _replaced, ...others } = recordIn(periods, period);
  const figures = plays ? { ...others, [source]: storedPlays(plays) } : others;
  return { ...data, [platform]: { ...periods, [period]: figures } };
}

/**
 * Adds the totals of month records by platform, period and source: a check, never added to days.
 *
 * @returns undefined if the records have no totals
 */
function monthTotalsWith(
  before: Data | undefined,
  records: readonly DatMonthRecord[],
): Data | undefined {
  const totals = records.flatMap(totalsOf);
  return totals.length === 0 ? undefined : totals.reduce(withTotal, before ?? {});
}

export interface Publishing {
  readonly store: DocumentStore;
  readonly live: SharedValues;
}

const RECORD_PAGE_SIZE = 300;

interface Unpublished extends PublishedMonthRecord {
  readonly flag: Batch;
}

const sharesPathOf = ({ datId, month }: DatMonthRecord): string => docs.streamShares(datId, month);

const platformOf = ({ data }: Found): DatMonthRecord['platform'] => readMonthRecord(data).platform;

const hasDays = (records: readonly DatMonthRecord[], platforms: readonly string[]): boolean =>
  records.some((record) => platforms.includes(record.platform) && shownDays(record).size > 0);

/** Merges the days of month records into the stream stats; other fields of the stats, such as earnings, stay. */
function mergeOwnStats(value: unknown, records: readonly DatMonthRecord[]) {
  const fresh = [...daysOfPlatform(records, 'spndat')].map(
    ([day, { streams }]) => [day, streams] as const,
  );
  const { daily, weekly, monthly } = ownStatsWith(readOwnStats(value), new Map(fresh));
  return { ...(isRecord(value) ? value : {}), daily, weekly, monthly };
}

/**
 * Publishes the figures of a DAT's month records. One write holds its entry in the analytics summaries, its totals
 * and the flags of the records. Before it, the site's own plays are written, which are in the other database.
 * Both are conditional on what they were made from.
 *
 * @param found its records, as listed
 * @param now decides which days are over
 * @returns the published records; none when another import has done it meanwhile
 */
async function publishDat(
  { store, live: values }: Publishing,
  seen: SeenSizes,
  { datId, found }: { datId: string; found: readonly Found[] },
  now: Millis,
): Promise<DatMonthRecord[]> {
  const hasOwnPlays = found.some((one) => platformOf(one) === 'spndat');
  const statsPath = live.streamStats(datId);
  const monthsPath = docs.streamMonths(datId);
  const placePath = docs.streamPlace(datId);
  let published: DatMonthRecord[] = [];
  await retryOnConflict(alwaysLate(`the streams of ${datId}`), async () => {
    // Stats are read before the records: an import that publishes newer records changes the stats after this.
    const stats = hasOwnPlays ? await values.readVersioned(statsPath) : undefined;
    const stored = await store.read([
      ...found.map(({ path }) => path),
      ...new Set(found.map(({ data }) => sharesPathOf(readMonthRecord(data)))),
      monthsPath,
      placePath,
    ]);
    const own = found.flatMap(({ path }): Unpublished[] => {
      const current = stored.get(path);
      const record = current && readMonthRecord(current.data);
      if (!record || record.published) return [];
      const shares = readStreamShares(datId, stored.get(sharesPathOf(record))?.data);
      const waiting = waitingStreams(record, shares, now);
      return [{ record, waiting, flag: put(path, { published: true }, current) }];
    });
    const records = own.map(({ record }) => record);
    published = records;
    if (records.length === 0) return 'written';
    const months = stored.get(monthsPath);
    const totals = monthTotalsWith(months?.data, records);
    const place = stored.get(placePath);
    const batch = together([
      hasDays(records, summaryPlatforms)
        ? await placeInSummary(store, seen, { datId, place, records: own })
        : {},
      totals ? put(monthsPath, totals, months) : {},
      ...own.map(({ flag }) => flag),
    ]);
    if (stats && hasDays(records, ['spndat'])) {
      const next = mergeOwnStats(stats.value, records);
      const outcome = await values.replace(statsPath, next, stats.version);
      if (outcome === 'conflict') return outcome;
    }
    return store.write(batch);
  });
  return published;
}

/**
 * Updates the public figures from the month records: analytics summaries, stream stats and monthly totals. It also
 * publishes what an interrupted import left. Of several runs at once, one publishes each figure.
 */
export async function publishMonthRecords(
  publishing: Publishing,
  now: () => Millis,
): Promise<Published> {
  const { store } = publishing;
  const dats = new Set<string>();
  const checks: Published['checks'][number][] = [];
  let seen: SeenSizes | undefined;
  for (;;) {
    const found = await store.list(docs.monthRecords, {
      limit: RECORD_PAGE_SIZE,
      where: { field: 'published', is: false },
    });
    if (found.length === 0) return { dats: [...dats].sort(), checks };
    seen ??= await loadSizes(store);
    const byDat = new Map<string, Found[]>();
    for (const one of found) {
      const { datId } = readMonthRecord(one.data);
      byDat.set(datId, [...(byDat.get(datId) ?? []), one]);
    }
    for (const [datId, own] of byDat) {
      for (const record of await publishDat(publishing, seen, { datId, found: own }, now())) {
        const { platform } = record;
        for (const check of checkMonth(record)) checks.push({ ...check, datId, platform });
        dats.add(datId);
      }
    }
  }
}
