import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { type Dat, editionsForSale, newestFirst } from '@datchain/shared/domain/dats.ts';
import { largest } from '@datchain/shared/domain/extremes.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type RowIndex, streamsRow } from '../snapshot.ts';
import { type CatalogueRow, catalogueEntry, catalogueRow } from '../views/dats/catalogue.ts';
import { heldIn } from '../views/dats/profile-view.ts';
import type { HistoryBrief } from '../views/market/activity-view.ts';

/** What a build knows of a DAT without reading its rows: what lists and the filter of /dats need. */
export interface DatBrief extends CatalogueRow {
  readonly releasedAt?: Millis | undefined;
  readonly isTakenDown: boolean;
  /** When its row last changed. */
  readonly changedAt: Millis;
  /** When its streams did. */
  readonly streamsAt?: Millis | undefined;
  /** The address of the picture shown where it is shared. */
  readonly image?: string | undefined;
  /** Editions that can be bought now. */
  readonly forSale: number;
  /** Of its history, where one is known. */
  readonly history?: HistoryBrief | undefined;
}

/** What its row says of a DAT: kept beside the row. */
export interface RowBrief
  extends Omit<DatBrief, 'totalStreams' | 'changedAt' | 'streamsAt' | 'image'> {
  /** Who holds editions that have left the creator, each once, as they are named there. */
  readonly holders: readonly string[];
}

/** What is known besides of a DAT whose pages are planned. */
export interface PlannedDat extends DatBrief, Pick<RowBrief, 'holders'> {
  /** Names all that its own pages show: another one when any of it is another. */
  readonly key: string;
}

/** What is known of it where pages are drawn. */
export const briefOfPlanned = ({ key, holders, ...brief }: PlannedDat): DatBrief => brief;

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
  releasedAt: dat.releasedAt,
  isTakenDown: dat.takenDown !== undefined,
  forSale: editionsForSale(dat).length,
  holders: holdersOf(dat),
  history: lines && historyBrief(lines),
});

/** What is known of DATS by their rows. */
export interface KnownDats {
  readonly briefs: readonly RowBrief[];
  /** Their streams by their ids; nothing of those of which none have been reported. */
  readonly totalStreams: ReadonlyMap<string, number>;
  /** The addresses of their pictures where they are shared, by their ids. */
  readonly images: ReadonlyMap<string, string>;
}

/**
 * What is known of all DATS, newest first.
 *
 * @param rows says when each row last changed, and names it
 */
export const planDats = (
  { briefs, totalStreams, images }: KnownDats,
  rows: RowIndex,
): PlannedDat[] =>
  newestFirst(briefs).map((brief) => {
    const { id } = brief;
    const [row, streams] = [rows[id], rows[streamsRow(id)]];
    return {
      ...brief,
      totalStreams: totalStreams.get(id),
      key: `${row} ${streams ?? ''}`,
      changedAt: row?.[1] ?? 0,
      streamsAt: streams?.[1],
      image: images.get(id),
    };
  });

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
