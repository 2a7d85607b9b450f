import { readOwnStats, summaryPlatforms } from '@datchain/shared/contracts/documents/analytics.ts';
import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { type DatShelf, readShelf } from '@datchain/shared/contracts/documents/stream-shelf.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import {
  checkMonth,
  shownDays,
  shownMonths,
  shownPeriods,
} from '@datchain/shared/domain/streams/shelf.ts';
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
  type PublishedShelf,
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

function totalsOf(shelf: DatShelf): Total[] {
  const { platform } = shelf;
  const kinds = [
    { stored: shelf.months, shown: shownMonths(shelf) },
    { stored: shelf.periods, shown: shownPeriods(shelf) },
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
 * Adds the totals of shelves by platform, period and source: a check, never added to days.
 *
 * @returns undefined if the shelves have no totals
 */
function monthTotalsWith(before: Data | undefined, shelves: readonly DatShelf[]): Data | undefined {
  const totals = shelves.flatMap(totalsOf);
  return totals.length === 0 ? undefined : totals.reduce(withTotal, before ?? {});
}

export interface Publishing {
  readonly store: DocumentStore;
  readonly live: SharedValues;
}

const SHELF_PAGE_SIZE = 300;

interface Unpublished extends PublishedShelf {
  readonly mark: Batch;
}

const sharesPathOf = ({ datId, month }: DatShelf): string => docs.streamShares(datId, month);

const platformOf = ({ data }: Found): DatShelf['platform'] => readShelf(data).platform;

const hasDays = (shelves: readonly DatShelf[], platforms: readonly string[]): boolean =>
  shelves.some((shelf) => platforms.includes(shelf.platform) && shownDays(shelf).size > 0);

/** Merges the days of shelves into the stream stats; other fields of the stats, such as earnings, stay. */
function mergeOwnStats(value: unknown, shelves: readonly DatShelf[]) {
  const fresh = [...daysOfPlatform(shelves, 'spndat')].map(
    ([day, { streams }]) => [day, streams] as const,
  );
  const { daily, weekly, monthly } = ownStatsWith(readOwnStats(value), new Map(fresh));
  return { ...(isRecord(value) ? value : {}), daily, weekly, monthly };
}

/**
 * Publishes the figures of a DAT's shelves. One write holds its entry in the analytics summaries, its totals
 * and the marks of its shelves. Before it, the site's own plays are written, which are in the other database.
 * Both are conditional on what they were made from.
 *
 * @param found its shelves, as listed
 * @param now decides which days are over
 * @returns the published shelves; none when another import has done it meanwhile
 */
async function publishDat(
  { store, live: values }: Publishing,
  seen: SeenSizes,
  { datId, found }: { datId: string; found: readonly Found[] },
  now: Millis,
): Promise<DatShelf[]> {
  const hasOwnPlays = found.some((one) => platformOf(one) === 'spndat');
  const statsPath = live.streamStats(datId);
  const monthsPath = docs.streamMonths(datId);
  const placePath = docs.streamPlace(datId);
  let published: DatShelf[] = [];
  await retryOnConflict(alwaysLate(`the streams of ${datId}`), async () => {
    // Stats are read before the shelves: an import that publishes newer shelves changes the stats after this.
    const stats = hasOwnPlays ? await values.readVersioned(statsPath) : undefined;
    const stored = await store.read([
      ...found.map(({ path }) => path),
      ...new Set(found.map(({ data }) => sharesPathOf(readShelf(data)))),
      monthsPath,
      placePath,
    ]);
    const own = found.flatMap(({ path }): Unpublished[] => {
      const current = stored.get(path);
      const shelf = current && readShelf(current.data);
      if (!shelf || shelf.published) return [];
      const shares = readStreamShares(datId, stored.get(sharesPathOf(shelf))?.data);
      const waiting = waitingStreams(shelf, shares, now);
      return [{ shelf, waiting, mark: put(path, { published: true }, current) }];
    });
    const shelves = own.map(({ shelf }) => shelf);
    published = shelves;
    if (shelves.length === 0) return 'written';
    const months = stored.get(monthsPath);
    const totals = monthTotalsWith(months?.data, shelves);
    const place = stored.get(placePath);
    const batch = together([
      hasDays(shelves, summaryPlatforms)
        ? await placeInSummary(store, seen, { datId, place, shelves: own })
        : {},
      totals ? put(monthsPath, totals, months) : {},
      ...own.map(({ mark }) => mark),
    ]);
    if (stats && hasDays(shelves, ['spndat'])) {
      const next = mergeOwnStats(stats.value, shelves);
      const outcome = await values.replace(statsPath, next, stats.version);
      if (outcome === 'conflict') return outcome;
    }
    return store.write(batch);
  });
  return published;
}

/**
 * Updates the public figures from the shelves: analytics summaries, stream stats and monthly totals. It also
 * publishes what an interrupted import left. Of several runs at once, one publishes each figure.
 */
export async function publishShelves(
  publishing: Publishing,
  now: () => Millis,
): Promise<Published> {
  const { store } = publishing;
  const dats = new Set<string>();
  const checks: Published['checks'][number][] = [];
  let seen: SeenSizes | undefined;
  for (;;) {
    const found = await store.list(docs.streamShelves, {
      limit: SHELF_PAGE_SIZE,
      where: { field: 'published', is: false },
    });
    if (found.length === 0) return { dats: [...dats].sort(), checks };
    seen ??= await loadSizes(store);
    const byDat = new Map<string, Found[]>();
    for (const one of found) {
      const { datId } = readShelf(one.data);
      byDat.set(datId, [...(byDat.get(datId) ?? []), one]);
    }
    for (const [datId, own] of byDat) {
      for (const shelf of await publishDat(publishing, seen, { datId, found: own }, now())) {
        const { platform } = shelf;
        for (const check of checkMonth(shelf)) checks.push({ ...check, datId, platform });
        dats.add(datId);
      }
    }
  }
}
