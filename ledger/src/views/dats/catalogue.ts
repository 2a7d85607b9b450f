import { datsIndexPath } from '@datchain/shared/contracts/dats-index.ts';
import {
  type SummaryPlatform,
  summaryPlatforms,
} from '@datchain/shared/contracts/documents/analytics.ts';
import type { Availability } from '@datchain/shared/domain/availability.ts';
import { type Tier, tiers } from '@datchain/shared/domain/config.ts';
import { type Dat, listAvailability, lowestPriceCents } from '@datchain/shared/domain/dats.ts';
import type { Day } from '@datchain/shared/domain/time.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { foldText } from './fold-text.ts';

export const catalogueHref = datsIndexPath;

export interface CatalogueEntry {
  readonly id: string;
  readonly songName: string;
  readonly artistName: string;
  readonly creatorUsername: string;
  readonly artworkUrl: string;
  readonly tier: Tier;
  readonly genres: readonly string[];
  readonly marks: readonly Availability[];
  readonly priceCents: Cents | undefined;
  readonly totalStreams: number | undefined;
  /** The preview's file; empty without one. */
  readonly preview: string;
  readonly isExplicit: boolean;
}

export interface SearchableEntry extends CatalogueEntry {
  /** Song, artist and @username, folded; begins with the song. */
  readonly searchText: string;
}

/** An entry with bits instead of marks. */
export interface CatalogueRow extends Omit<CatalogueEntry, 'marks'> {
  /** One bit per edition on sale by its creator, after a leading 1 that keeps the length. */
  readonly primary: number;
  /** One bit per edition on resale, likewise. */
  readonly resale: number;
  /** The last reported day by platform; undefined before the first report. */
  readonly reported?: Readonly<Partial<Record<SummaryPlatform, Day>>> | undefined;
}

export const catalogueEntry = (dat: Dat, totalStreams: number | undefined): CatalogueEntry => ({
  id: dat.id,
  songName: dat.songName,
  artistName: dat.artistName,
  creatorUsername: dat.creatorUsername,
  artworkUrl: dat.artworkUrl,
  tier: dat.tier,
  genres: dat.genres,
  marks: listAvailability(dat),
  priceCents: lowestPriceCents(dat),
  totalStreams,
  preview: dat.preview?.file ?? '',
  isExplicit: dat.recordingFacts?.isExplicit === true,
});

/** The entries by column: similar values compress best. Repeated values are in lists, referred to by index. */
export interface CatalogueFile {
  readonly creators: readonly (readonly [artistName: string, username: string])[];
  readonly genres: readonly string[];
  readonly id: readonly string[];
  readonly song: readonly string[];
  readonly creator: readonly number[];
  readonly artwork: readonly string[];
  readonly tier: readonly number[];
  readonly genre: readonly (readonly number[])[];
  readonly primary: readonly CatalogueRow['primary'][];
  readonly resale: readonly CatalogueRow['resale'][];
  readonly cents: readonly (Cents | null)[];
  readonly streams: readonly (number | null)[];
  readonly days: readonly Day[];
  /** By platform, the index of each work's last reported day in `days`; null without one. */
  readonly upTo: Readonly<Record<string, readonly (number | null)[]>>;
  readonly preview: readonly string[];
  readonly explicit: readonly number[];
}

const bitsOf = (marks: readonly Availability[], those: Availability): number =>
  marks.reduce((bits, mark) => bits * 2 + (mark === those ? 1 : 0), 1);

function marksOf(primary: number, resale: number): Availability[] {
  const offered = resale.toString(2).slice(1);
  return [...primary.toString(2).slice(1)].map((bit, at) => {
    if (bit === '1') return 'primary';
    return offered[at] === '1' ? 'resale' : 'held';
  });
}

function placesIn<T>(values: T[]): (value: T) => number {
  const places = new Map<T, number>();
  return (value) => {
    const known = places.get(value);
    if (known !== undefined) return known;
    places.set(value, values.length);
    return values.push(value) - 1;
  };
}

function pairsIn(pairs: [string, string][]): (one: string, other: string) => number {
  const places = new Map<string, Map<string, number>>();
  return (one, other) => {
    const known = places.get(one) ?? new Map<string, number>();
    const place = known.get(other);
    if (place !== undefined) return place;
    places.set(one, known.set(other, pairs.length));
    return pairs.push([one, other]) - 1;
  };
}

export const catalogueRow = ({ marks, ...entry }: CatalogueEntry): CatalogueRow => ({
  ...entry,
  primary: bitsOf(marks, 'primary'),
  resale: bitsOf(marks, 'resale'),
});

/** Writes the catalogue; the order stays, newest first. */
export function writeCatalogue(entries: readonly CatalogueRow[]): CatalogueFile {
  const creators: [string, string][] = [];
  const genres: string[] = [];
  const days: Day[] = [];
  const dayPlace = placesIn(days);
  const upTo = summaryPlatforms.map((platform) => [
    platform,
    entries.map(({ reported }) => {
      const day = reported?.[platform];
      return day === undefined ? null : dayPlace(day);
    }),
  ]);
  const creatorPlace = pairsIn(creators);
  const genrePlace = placesIn(genres);
  return {
    creators,
    genres,
    id: entries.map(({ id }) => id),
    song: entries.map(({ songName }) => songName),
    creator: entries.map((each) => creatorPlace(each.artistName, each.creatorUsername)),
    artwork: entries.map(({ id, artworkUrl }) => artworkUrl.replaceAll(id, ' ')),
    tier: entries.map(({ tier }) => tiers.indexOf(tier)),
    genre: entries.map((each) => each.genres.map(genrePlace)),
    primary: entries.map(({ primary }) => primary),
    resale: entries.map(({ resale }) => resale),
    cents: entries.map(({ priceCents }) => priceCents ?? null),
    streams: entries.map(({ totalStreams }) => totalStreams ?? null),
    days,
    upTo: Object.fromEntries(upTo),
    preview: entries.map(({ id, preview }) => preview.replaceAll(id, ' ')),
    explicit: entries.flatMap(({ isExplicit }, at) => (isExplicit ? [at] : [])),
  };
}

export const searchable = (entry: CatalogueEntry): SearchableEntry => ({
  ...entry,
  searchText: foldText(`${entry.songName} ${entry.artistName} @${entry.creatorUsername}`),
});

export function readCatalogue(file: CatalogueFile): SearchableEntry[] {
  const explicit = new Set(file.explicit);
  return file.id.map((id, at) => {
    const [artistName = '', creatorUsername = ''] = file.creators[file.creator[at] ?? -1] ?? [];
    return searchable({
      id,
      songName: file.song[at] ?? '',
      artistName,
      creatorUsername,
      artworkUrl: (file.artwork[at] ?? '').replaceAll(' ', id),
      tier: tiers[file.tier[at] ?? 0] ?? 'Bronze',
      genres: (file.genre[at] ?? []).flatMap((place) => file.genres[place] ?? []),
      marks: marksOf(file.primary[at] ?? 1, file.resale[at] ?? 1),
      priceCents: file.cents[at] ?? undefined,
      totalStreams: file.streams[at] ?? undefined,
      preview: (file.preview[at] ?? '').replaceAll(' ', id),
      isExplicit: explicit.has(at),
    });
  });
}
