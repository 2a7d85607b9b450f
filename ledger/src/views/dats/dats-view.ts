import {
  type Dat,
  editionsForSale,
  lowestPriceCents,
  newestFirst,
} from '@datchain/shared/domain/dats.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import type { Snapshot } from '../../snapshot.ts';
import { firstPageSize, type PageLinks, pageLinks, pagesOf } from '../page/paging.ts';
import { plural } from '../page/plural.ts';
import { datCardView } from './dat-card-view.ts';

/** One page of /dats: newest first, the first work of the first page featured. */
export interface DatsPage {
  readonly number: number;
  readonly path: string;
  readonly title: string;
  /** '60 DATS, 412 editions for sale from $10.00' on the first page; '' when there are none. */
  readonly summary: string;
  readonly cards: readonly DatCardData[];
  readonly datIds: readonly string[];
  readonly links: PageLinks | undefined;
  /** What the filter offers, the same on every page. */
  readonly genres: readonly GenreChoice[];
}

/** A genre that can be chosen, and how it reads. */
export type GenreChoice = readonly [stored: string, name: string];

const pathOf = (page: number): string => (page === 1 ? '/dats' : `/dats/${page}`);

function summaryOf(dats: readonly Dat[]): string {
  if (dats.length === 0) return '';
  const count = dats.flatMap(editionsForSale).length;
  const text = `${plural(dats.length, 'DAT', 'DATS')}, ${plural(count, 'edition', 'editions')} for sale`;
  const prices = dats.flatMap((dat) => lowestPriceCents(dat) ?? []);
  return count === 0
    ? text
    : `${text} from ${formatCents(prices.reduce((a, b) => Math.min(a, b)))}`;
}

/**
 * All pages of /dats, at least one. Only the first one counts editions: a sale changes that page
 * and the work's own, not every page of the list.
 */
export function datsPages({ dats, figures }: Pick<Snapshot, 'dats' | 'figures'>): DatsPage[] {
  const pages = pagesOf(newestFirst(dats), firstPageSize);
  const genres = genreChoices(dats);
  return pages.map((own, index) => {
    const number = index + 1;
    return {
      number,
      path: pathOf(number),
      title: number === 1 ? 'DATS' : `DATS, page ${number}`,
      summary: number === 1 ? summaryOf(dats) : `Page ${number} of ${pages.length}`,
      cards: own.map((dat, at) =>
        datCardView(dat, number + at === 1 ? 'featured' : 'card', figures[dat.id]?.totalStreams),
      ),
      datIds: own.map(({ id }) => id),
      links: pageLinks(number, pages.length, pathOf),
      genres,
    };
  });
}

/** The genres that some work has, by name. */
export const genreChoices = (dats: readonly Dat[]): GenreChoice[] =>
  [...new Set(dats.flatMap(({ genres }) => genres))]
    .map((genre): GenreChoice => [genre, genreName(genre)])
    .sort(([, a], [, b]) => (a < b ? -1 : 1));
