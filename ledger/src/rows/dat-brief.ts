import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { type Dat, editionsForSale } from '@datchain/shared/domain/dats.ts';
import { largest } from '@datchain/shared/domain/extremes.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type RowIndex, type SnapshotReading, streamsRow } from '../snapshot.ts';
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

/** What is known besides of a DAT whose pages are planned. */
export interface PlannedDat extends DatBrief {
  /** Names all that its own pages show: another one when any of it is another. */
  readonly key: string;
  /** Who holds editions that have left the creator, each once, as they are named there. */
  readonly holders: readonly string[];
}

/** What is known of it where pages are drawn. */
export const briefOfPlanned = ({ key, holders, ...brief }: PlannedDat): DatBrief => brief;

const newestOf = (lines: readonly HistoryLine[]): Millis | undefined =>
  lines.length > 0 ? largest(lines.map(({ at }) => at)) : undefined;

const historyBrief = (place: number, lines: readonly HistoryLine[]): HistoryBrief => ({
  place,
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

/**
 * What is known of all DATS, newest first.
 *
 * @param rows says when each row last changed, and names it
 * @param images the address of each DAT's picture where it is shared, by its id
 */
export function planDats(
  { dats, figures, histories }: SnapshotReading,
  rows: RowIndex,
  images: Readonly<Record<string, string>>,
): PlannedDat[] {
  const places = new Map(Object.keys(histories).map((id, place) => [id, place]));
  return dats.map((dat) => {
    const { id } = dat;
    const [row, streams] = [rows[id], rows[streamsRow(id)]];
    const place = places.get(id);
    return {
      ...catalogueRow(catalogueEntry(dat, figures[id]?.totalStreams)),
      releasedAt: dat.releasedAt,
      isTakenDown: dat.takenDown !== undefined,
      key: [row, streams].flat().join(' '),
      changedAt: row?.[1] ?? 0,
      streamsAt: streams?.[1],
      image: images[id],
      forSale: editionsForSale(dat).length,
      holders: holdersOf(dat),
      history: place === undefined ? undefined : historyBrief(place, histories[id] ?? []),
    };
  });
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
