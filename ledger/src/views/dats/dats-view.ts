import type { Dat } from '@datchain/shared/domain/dats.ts';
import { smallest } from '@datchain/shared/domain/extremes.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { firstPageSize, type PageLinks, pageLinks, splitIntoPages } from '../page/paging.ts';
import { plural } from '../page/plural.ts';
import type { CatalogueEntry } from './catalogue.ts';
import { datCardView } from './dat-card-view.ts';

/** One page of /dats: newest first, the first work of the first page featured. */
export interface DatsPage {
  readonly number: number;
  readonly path: string;
  readonly title: string;
  /** '60 DATS, 412 editions for sale from $10.00' on the first page, then 'Page 2 of 3'; '' without works. */
  readonly summary: string;
  readonly links: PageLinks | undefined;
  readonly genres: readonly GenreChoice[];
}

export type GenreChoice = readonly [stored: string, name: string];

interface Brief extends Pick<CatalogueEntry, 'id' | 'genres' | 'priceCents'> {
  readonly forSale: number;
  readonly textBytes: number;
}

const pathOf = (page: number): string => (page === 1 ? '/dats' : `/dats/${page}`);

function summaryOf(briefs: readonly Brief[]): string {
  if (briefs.length === 0) return '';
  const count = briefs.reduce((sum, { forSale }) => sum + forSale, 0);
  const text = `${plural(briefs.length, 'DAT', 'DATS')}, ${plural(count, 'edition', 'editions')} for sale`;
  const prices = briefs.flatMap(({ priceCents }) => priceCents ?? []);
  return count === 0 ? text : `${text} from ${formatCents(smallest(prices))}`;
}

/**
 * Builds all pages of /dats, at least one, newest first. Only the first counts editions, so that a sale changes few
 * pages.
 */
export function datsPages<T extends Brief>(
  briefs: readonly T[],
): (DatsPage & { readonly briefs: readonly T[] })[] {
  const pages = splitIntoPages(briefs, ({ textBytes }) => textBytes, firstPageSize);
  const genres = genreChoices(briefs);
  return pages.map((own, index) => {
    const number = index + 1;
    return {
      number,
      path: pathOf(number),
      title: number === 1 ? 'DATS' : `DATS, page ${number}`,
      summary: number === 1 ? summaryOf(briefs) : `Page ${number} of ${pages.length}`,
      links: pageLinks(number, pages.length, pathOf),
      genres,
      briefs: own,
    };
  });
}

export const pageCards = (
  { number }: Pick<DatsPage, 'number'>,
  works: readonly { readonly dat: Dat; readonly totalStreams: number | undefined }[],
): DatCardData[] =>
  works.map(({ dat, totalStreams }, at) =>
    datCardView(dat, number + at === 1 ? 'featured' : 'card', totalStreams),
  );

function genresIn(briefs: readonly Pick<Brief, 'genres'>[]): Set<string> {
  const found = new Set<string>();
  for (const { genres } of briefs) for (const genre of genres) found.add(genre);
  return found;
}

/** Genres are user data: above this number none is offered as a filter. */
const MOST_GENRES = 40;
const LONGEST_GENRE = 40;

export function genreChoices(briefs: readonly Pick<Brief, 'genres'>[]): GenreChoice[] {
  const found = [...genresIn(briefs)].filter((genre) => genre.length <= LONGEST_GENRE);
  const choices = found.map((genre): GenreChoice => [genre, genreName(genre)]);
  const isOurs = ([stored, name]: GenreChoice) => stored !== name;
  const offered = choices.length > MOST_GENRES ? choices.filter(isOurs) : choices;
  return offered.sort(([, a], [, b]) => (a < b ? -1 : 1));
}
