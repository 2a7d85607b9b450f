import { summaryPlatforms } from '@datchain/shared/contracts/documents/analytics.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { type Dat, editionsForSale, newestFirst } from '@datchain/shared/domain/dats.ts';
import { largest } from '@datchain/shared/domain/extremes.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { datOfStreams, rowsIn, type SnapshotReading } from '../snapshot.ts';
import { type CatalogueRow, catalogueEntry, catalogueRow } from '../views/dats/catalogue.ts';
import { listedTextBytes } from '../views/dats/dat-card-view.ts';
import { heldIn } from '../views/dats/profile-view.ts';
import type { HistoryBrief } from '../views/market/activity-view.ts';
import type { KeptRow, KnownRow } from './row-file.ts';

/** What a build knows of a DAT without reading its rows: what plans, lists and the filter of /dats need. */
export interface DatBrief extends CatalogueRow {
  readonly releasedAt?: Millis | undefined;
  readonly isTakenDown: boolean;
  readonly changedAt: Millis;
  readonly streamsAt?: Millis | undefined;
  readonly image?: string | undefined;
  readonly forSale: number;
  readonly history?: HistoryBrief | undefined;
  /** How many bytes the texts of people have on its card, see pagesOf. */
  readonly textBytes: number;
  /** Who holds editions that have left the creator, each once, as they are named there. */
  readonly holders: readonly string[];
  /** Names all that its own pages show: another one when any of it is another. */
  readonly key: string;
}

/** What a page is told of a DAT that it shows: all else stands in the DAT's rows. */
export type GivenDat = Pick<DatBrief, 'id' | 'changedAt' | 'streamsAt' | 'image' | 'totalStreams'>;

/** What is told of a DAT. */
export function givenDat(brief: DatBrief): GivenDat {
  const { id, changedAt, streamsAt, image, totalStreams } = brief;
  return { id, changedAt, streamsAt, image, totalStreams };
}

type StreamsBrief = Pick<DatBrief, 'totalStreams' | 'reported'>;

export type RowBrief = Omit<DatBrief, keyof StreamsBrief | 'changedAt' | 'streamsAt' | 'key'>;

const newestOf = (lines: readonly HistoryLine[]): Millis | undefined =>
  lines.length > 0 ? largest(lines.map(({ at }) => at)) : undefined;

const historyBrief = (lines: readonly HistoryLine[]): HistoryBrief => ({
  newestAt: newestOf(lines),
  newestSaleAt: newestOf(lines.filter(({ kind }) => kind === 'sold')),
});

/** Each once, whatever the case: the first stays. */
function holdersOf(dat: Dat): string[] {
  const names = new Map<string, string>();
  for (const { ownerUsername: name } of heldIn(dat)) {
    const key = name.toLowerCase();
    if (!names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

/** @param lines the newest of its history, where one is known */
export const rowBrief = (dat: Dat, lines: readonly HistoryLine[] | undefined): RowBrief => ({
  ...catalogueRow(catalogueEntry(dat, undefined)),
  textBytes: listedTextBytes(dat),
  releasedAt: dat.releasedAt,
  isTakenDown: dat.takenDown !== undefined,
  forSale: editionsForSale(dat).length,
  holders: holdersOf(dat),
  history: lines && historyBrief(lines),
});

function streamsBrief(figures: DatFigures | undefined): StreamsBrief | undefined {
  if (!figures) return undefined;
  const reported = summaryPlatforms.flatMap((platform) => {
    const upTo = figures.platforms[platform]?.upTo;
    return upTo === undefined ? [] : [[platform, upTo] as const];
  });
  return { totalStreams: figures.totalStreams, reported: Object.fromEntries(reported) };
}

/** The rows of what was read, with what is to be known of each without reading it. */
export function* briefedRows(
  reading: SnapshotReading,
  readAt: Millis,
  briefOf: (dat: Dat, lines: readonly HistoryLine[] | undefined) => RowBrief = rowBrief,
): Generator<KeptRow> {
  const dats = new Map(reading.dats.map((dat) => [dat.id, dat]));
  for (const row of rowsIn(reading, readAt)) {
    const { key } = row;
    const [dat, streams] = [dats.get(key), datOfStreams(key)];
    if (dat) yield { ...row, brief: briefOf(dat, reading.histories[key]) };
    else if (streams === undefined) yield row;
    else yield { ...row, brief: streamsBrief(reading.figures[streams]) };
  }
}

/** Other rows have no brief, or that of streams. */
const isOfDat = ({ brief }: KnownRow): boolean =>
  typeof brief === 'object' && brief !== null && 'id' in brief;

const nameOf = ({ print, at }: KnownRow): string => `${print},${at}`;

/** What is known of all DATS, newest first. The brief beside a row becomes a part of it: none is copied. */
export function planDats(rows: readonly KnownRow[]): DatBrief[] {
  const streams = new Map<string, KnownRow>();
  for (const row of rows) {
    const id = datOfStreams(row.key);
    if (id !== undefined) streams.set(id, row);
  }
  const dats = rows.filter(isOfDat).map((row): DatBrief => {
    const own = streams.get(row.key);
    const { totalStreams, reported } = (own?.brief as StreamsBrief | undefined) ?? {};
    return Object.assign(row.brief as RowBrief, {
      totalStreams,
      reported,
      changedAt: row.at,
      streamsAt: own?.at,
      key: `${nameOf(row)} ${own ? nameOf(own) : ''}`,
    });
  });
  return newestFirst(dats);
}

/** When the row of any of these DATS last changed; undefined for none. */
export const lastRowChange = (
  briefs: readonly Pick<DatBrief, 'changedAt'>[],
): Millis | undefined =>
  briefs.length > 0 ? largest(briefs.map(({ changedAt }) => changedAt)) : undefined;

/** When any row of these DATS, or their streams, last changed; undefined for none. */
export const lastChangeOf = (
  briefs: readonly Pick<DatBrief, 'changedAt' | 'streamsAt'>[],
): Millis | undefined =>
  briefs.length > 0
    ? largest(briefs.map(({ changedAt, streamsAt = 0 }) => Math.max(changedAt, streamsAt)))
    : undefined;
