import {
  readAnalytics,
  readEarlier,
  readOwnStats,
  readReported,
  type SummaryPlatform,
  summaryPlatforms,
} from '@datchain/shared/contracts/documents/analytics.ts';
import { type DatShelf, readShelf } from '@datchain/shared/contracts/documents/stream-shelf.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import type { Day } from '@datchain/shared/domain/streams/days.ts';
import type { Reported } from '@datchain/shared/domain/streams/figures.ts';
import {
  checkMonth,
  joinReported,
  reportedDays,
  shownDays,
  shownMonths,
  shownPeriods,
} from '@datchain/shared/domain/streams/shelf.ts';
import {
  earlierMonths,
  newestYear,
  overlaid,
  ownStatsWith,
  placeEntry,
  type Size,
  sizeOf,
  storedPlays,
} from '@datchain/shared/domain/streams/summary.ts';
import type { Data } from '../stores/document-store.ts';
import type { LiveDatabase } from '../stores/live-database.ts';
import type { Found, StreamStore } from '../stores/stream-store.ts';
import { insist } from './insist.ts';
import type { Published } from './outcome.ts';

export interface Publishing {
  readonly store: StreamStore;
  readonly live: Pick<LiveDatabase, 'read' | 'patch'>;
}

const SHELVES_AT_ONCE = 300;

type Summaries = Map<string, Map<string, Size>>;

/** Sizes of all entries of the analytics summaries, without their contents. */
async function loadSizes(store: StreamStore): Promise<Summaries> {
  const sizes: Summaries = new Map();
  for await (const page of store.pages(docs.analyticsSummaries, 10)) {
    for (const { path, data } of page) {
      const entries = Object.entries(data).map(([key, entry]) => [key, sizeOf({ [key]: entry })]);
      const id = path.slice(docs.analyticsSummaries.length + 1);
      sizes.set(id, new Map(entries as [string, Size][]));
    }
  }
  return sizes;
}

const daysOfPlatform = (shelves: readonly DatShelf[], platform: string): Map<Day, Plays> =>
  new Map(
    shelves
      .filter((shelf) => shelf.platform === platform)
      .flatMap((shelf) => [...shownDays(shelf)]),
  );

/** A DAT's entry with the shelves' days over what it had; other fields stay. */
function entryWith(before: unknown, shelves: readonly DatShelf[]): Data {
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

/** Writes one DAT's days into the summary document that has room for them (SPEC §3). */
async function publishAnalytics(
  store: StreamStore,
  sizes: Summaries,
  datId: string,
  shelves: readonly DatShelf[],
): Promise<void> {
  const pathOf = (id: string) => `${docs.analyticsSummaries}/${id}`;
  await insist(async () => {
    const home = [...sizes].find(([, entries]) => entries.has(datId))?.[0];
    const stored = home ? (await store.read([pathOf(home)])).get(pathOf(home)) : undefined;
    const entry = entryWith(stored?.data[datId], shelves);
    const size = sizeOf({ [datId]: entry });
    const { documentId, leaves } = placeEntry(sizes, datId, size);
    const path = pathOf(documentId);
    const target = documentId === home ? stored : (await store.read([path])).get(path);
    const data = { [datId]: entry };
    const outcome = await store.write({
      create: target ? [] : [{ path, data }],
      replace: [
        ...(target ? [{ path, data, version: target.version }] : []),
        ...(leaves && stored
          ? [{ path: pathOf(leaves), data: {}, dropped: [datId], version: stored.version }]
          : []),
      ],
    });
    if (outcome === 'conflict') {
      // Somebody else writes summaries too: what was known of them no longer holds.
      sizes.clear();
      for (const [id, entries] of await loadSizes(store)) sizes.set(id, entries);
      return outcome;
    }
    if (leaves) sizes.get(leaves)?.delete(datId);
    sizes.set(documentId, (sizes.get(documentId) ?? new Map()).set(datId, size));
    return outcome;
  });
}

/** Writes the chain's own plays into `streamStats/{datId}`; its earnings are not touched. */
async function publishOwnStats(
  { live: database }: Publishing,
  datId: string,
  shelves: readonly DatShelf[],
): Promise<void> {
  const path = live.streamStats(datId);
  const fresh = [...daysOfPlatform(shelves, 'spndat')].map(
    ([day, { streams }]) => [day, streams] as const,
  );
  const stats = ownStatsWith(readOwnStats(await database.read(path)), new Map(fresh));
  await database.patch({
    [`${path}/daily`]: stats.daily,
    [`${path}/weekly`]: stats.weekly,
    [`${path}/monthly`]: stats.monthly,
  });
}

const recordIn = (data: Data, key: string): Data => {
  const value = data[key];
  return isRecord(value) ? value : {};
};

/** One total of a month or another period; without plays it is not to be shown (any more). */
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

function withTotal(data: Data, { platform, period, source, plays }: Total): Data {
  const periods = recordIn(data, platform);
  const { [source]: _replaced, ...others } = recordIn(periods, period);
  const figures = plays ? { ...others, [source]: storedPlays(plays) } : others;
  return { ...data, [platform]: { ...periods, [period]: figures } };
}

/** Monthly and other totals by platform, period and source: a check, never added to days. */
async function publishMonths(
  store: StreamStore,
  datId: string,
  shelves: readonly DatShelf[],
): Promise<void> {
  const path = docs.streamMonths(datId);
  const totals = shelves.flatMap(totalsOf);
  if (totals.length === 0) return;
  await insist(async () => {
    const stored = (await store.read([path])).get(path);
    const data = totals.reduce(withTotal, stored?.data ?? {});
    return store.write(
      stored
        ? { replace: [{ path, data, version: stored.version }] }
        : { create: [{ path, data }] },
    );
  });
}

/** One by one when together fails: what changed meanwhile stays unpublished and comes again. */
async function markPublished(store: StreamStore, found: readonly Found[]): Promise<void> {
  const mark = ({ path, version }: Found) => ({ path, data: { published: true }, version });
  if ((await store.write({ replace: found.map(mark) })) === 'written') return;
  for (const each of found) await store.write({ replace: [mark(each)] });
}

async function publishDat(
  publishing: Publishing,
  sizes: Summaries,
  datId: string,
  shelves: readonly DatShelf[],
): Promise<void> {
  const hasOf = (platforms: readonly string[]) =>
    shelves.some((shelf) => platforms.includes(shelf.platform) && shownDays(shelf).size > 0);
  if (hasOf(summaryPlatforms)) await publishAnalytics(publishing.store, sizes, datId, shelves);
  if (hasOf(['spndat'])) await publishOwnStats(publishing, datId, shelves);
  await publishMonths(publishing.store, datId, shelves);
}

/**
 * Brings the public figures up to what the shelves say: analytics summaries, stream stats and monthly
 * totals. Whatever an interrupted import left is published by the next one.
 */
export async function publishShelves(publishing: Publishing): Promise<Published> {
  const { store } = publishing;
  const dats = new Set<string>();
  const checks: Published['checks'][number][] = [];
  let sizes: Summaries | undefined;
  for (;;) {
    const found = await store.listUnpublished(SHELVES_AT_ONCE);
    if (found.length === 0) return { dats: [...dats].sort(), checks };
    sizes ??= await loadSizes(store);
    const byDat = new Map<string, DatShelf[]>();
    for (const { data } of found) {
      const shelf = readShelf(data);
      byDat.set(shelf.datId, [...(byDat.get(shelf.datId) ?? []), shelf]);
      const { datId, platform } = shelf;
      for (const check of checkMonth(shelf)) checks.push({ ...check, datId, platform });
    }
    for (const [datId, shelves] of byDat) {
      await publishDat(publishing, sizes, datId, shelves);
      dats.add(datId);
    }
    await markPublished(store, found);
  }
}
