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

/** The facts about a DAT that plans, lists and the filter of /dats use without reading its row. */
export interface DatBrief extends CatalogueRow {
  readonly releasedAt?: Millis | undefined;
  readonly isTakenDown: boolean;
  readonly changedAt: Millis;
  readonly streamsAt?: Millis | undefined;
  readonly image?: string | undefined;
  readonly forSale: number;
  readonly history?: HistoryBrief | undefined;
  /** The size of user-written texts on its card, in bytes (see splitIntoPages). */
  readonly textBytes: number;
  /** Distinct holders of editions that have left the creator. */
  readonly holders: readonly string[];
  /** A key of everything that the DAT's own pages show. */
  readonly key: string;
}

/** The facts about a shown DAT that a plan passes to a page; the rest is in the DAT's rows. */
export type GivenDat = Pick<DatBrief, 'id' | 'changedAt' | 'streamsAt' | 'image' | 'totalStreams'>;

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

/** Names are compared without case; the first spelling stays. */
function holdersOf(dat: Dat): string[] {
  const names = new Map<string, string>();
  for (const { ownerUsername: name } of heldIn(dat)) {
    const key = name.toLowerCase();
    if (!names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

/** @param lines the newest lines of its history, if known */
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

/** Other rows have no brief, or one of streams. */
const isOfDat = ({ brief }: KnownRow): boolean =>
  typeof brief === 'object' && brief !== null && 'id' in brief;

const nameOf = ({ print, at }: KnownRow): string => `${print},${at}`;

/** Lists the briefs of all DATS, newest first. Each brief becomes a part of the result without a copy. */
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

/** Returns the last change of these DATS' own rows; undefined for none. */
export const lastRowChange = (
  briefs: readonly Pick<DatBrief, 'changedAt'>[],
): Millis | undefined =>
  briefs.length > 0 ? largest(briefs.map(({ changedAt }) => changedAt)) : undefined;

/** Returns the last change of these DATS or their streams; undefined for none. */
export const findLastChange = (
  briefs: readonly Pick<DatBrief, 'changedAt' | 'streamsAt'>[],
): Millis | undefined =>
  briefs.length > 0
    ? largest(briefs.map(({ changedAt, streamsAt = 0 }) => Math.max(changedAt, streamsAt)))
    : undefined;
