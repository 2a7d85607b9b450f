import {
  readAnalytics,
  readEarlier,
  readReported,
  readWaiting,
  type SummaryPlatform,
  summaryPlatforms,
} from '@datchain/shared/contracts/documents/analytics.ts';
import type { DatMonthRecord } from '@datchain/shared/contracts/documents/month-record.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import { measureSize, type Size } from '@datchain/shared/domain/document-size.ts';
import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import type { Reported } from '@datchain/shared/domain/streams/figures.ts';
import {
  joinReported,
  reportedDays,
  shownDays,
} from '@datchain/shared/domain/streams/month-record.ts';
import {
  earlierMonths,
  newestYear,
  overlaid,
  placeEntry,
  storedPlays,
} from '@datchain/shared/domain/streams/summary.ts';
import type { Day, Month } from '@datchain/shared/domain/time.ts';
import {
  type Batch,
  type Data,
  type DocumentStore,
  pages,
  put,
  together,
  type Versioned,
} from '../stores/document-store.ts';

export interface PublishedMonthRecord {
  readonly record: DatMonthRecord;
  /** Streams that wait to be shared among owners (N-FIG-03). */
  readonly waiting: number;
}

export const daysOfPlatform = (
  records: readonly DatMonthRecord[],
  platform: string,
): Map<Day, Plays> =>
  new Map(
    records
      .filter((record) => record.platform === platform)
      .flatMap((record) => [...shownDays(record)]),
  );

function waitingMonths(
  before: Readonly<Record<Month, number>>,
  published: readonly PublishedMonthRecord[],
): Record<Month, number> {
  const fresh = published.map(({ record, waiting }) => [record.month, waiting] as const);
  const months = Object.entries({ ...before, ...Object.fromEntries(fresh) });
  return Object.fromEntries(months.filter(([, streams]) => streams !== 0));
}

function entryWith(before: unknown, published: readonly PublishedMonthRecord[]): Data {
  const records = published.map(({ record }) => record);
  const known = readAnalytics(before);
  const all = summaryPlatforms.map((platform) => {
    const days = overlaid<Plays>(known[platform], daysOfPlatform(records, platform));
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
    const reported = records
      .filter((record) => record.platform === platform)
      .flatMap((record) => reportedDays(record) ?? [])
      .concat(readReported(stored, platform) ?? [])
      .reduce<Reported | undefined>((a, b) => (a ? joinReported(a, b) : b), undefined);
    const fresh = daysOfPlatform(records, platform).keys();
    const earlier = earlierMonths(readEarlier(stored, platform), days, { fresh, newest });
    const waiting = waitingMonths(
      readWaiting(stored, platform),
      published.filter(({ record }) => record.platform === platform),
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

/**
 * Sizes of the entries of each analytics summary when last read. Other writers change the summaries too, so the
 * sizes only suggest where to look: every write is made from freshly read documents.
 */
export type SeenSizes = Map<string, ReadonlyMap<string, Size>>;

const sizesOf = (data: Data): ReadonlyMap<string, Size> =>
  new Map(Object.entries(data).map(([key, entry]) => [key, measureSize({ [key]: entry })]));

const pathOf = (documentId: string): string => `${docs.analyticsSummaries}/${documentId}`;

export async function loadSizes(store: DocumentStore): Promise<SeenSizes> {
  const seen: SeenSizes = new Map();
  for await (const page of pages(store, docs.analyticsSummaries, 10)) {
    for (const { path, data } of page) {
      seen.set(path.slice(docs.analyticsSummaries.length + 1), sizesOf(data));
    }
  }
  return seen;
}

const homesIn = (seen: SeenSizes, datId: string): string[] =>
  [...seen].filter(([, entries]) => entries.has(datId)).map(([documentId]) => documentId);

interface Placing {
  readonly datId: string;
  readonly place: Versioned | undefined;
  readonly records: readonly PublishedMonthRecord[];
}

/**
 * Makes the write that puts a DAT's days into a summary document with space for them (R-DB-07). Entry, size and
 * document are computed from what is read here, and the write is conditional on it. Moving an entry into a
 * document also writes the DAT's place, so of two importers that choose different documents only one succeeds.
 */
export async function placeInSummary(
  store: DocumentStore,
  seen: SeenSizes,
  { datId, place, records }: Placing,
): Promise<Batch> {
  const read = new Map<string, Versioned | undefined>();
  const look = async (documentId: string): Promise<void> => {
    const stored = (await store.read([pathOf(documentId)])).get(pathOf(documentId));
    read.set(documentId, stored);
    if (stored) seen.set(documentId, sizesOf(stored.data));
    else seen.delete(documentId);
  };
  const said = readText(place?.data.summary);
  for (const documentId of new Set([said, ...homesIn(seen, datId)])) {
    if (documentId !== '') await look(documentId);
  }
  for (;;) {
    const [home] = homesIn(seen, datId);
    const stored = home === undefined ? undefined : read.get(home);
    const entry = entryWith(stored?.data[datId], records);
    const { documentId, leaves } = placeEntry(seen, datId, measureSize({ [datId]: entry }));
    if (!read.has(documentId)) {
      // The document may already hold the DAT, or have less space than before.
      await look(documentId);
      continue;
    }
    const left = leaves === undefined ? undefined : read.get(leaves);
    return together([
      put(pathOf(documentId), { [datId]: entry }, read.get(documentId)),
      leaves === undefined || !left
        ? {}
        : {
            replace: [{ path: pathOf(leaves), data: {}, dropped: [datId], version: left.version }],
          },
      said === documentId ? {} : put(docs.streamPlace(datId), { summary: documentId }, place),
    ]);
  }
}
