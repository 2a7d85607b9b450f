import { countMarks } from '@datchain/shared/domain/availability.ts';
import { type Tier, tiers } from '@datchain/shared/domain/config.ts';
import type { SearchableEntry } from './catalogue.ts';
import { foldText } from './fold-text.ts';

/** The orders of /dats, newest first unless another is chosen. */
export const sorts = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['song', 'Song, A to Z'],
  ['price', 'Lowest price'],
  ['left', 'Most for sale'],
  ['streams', 'Most streams'],
] as const;
export type Sort = (typeof sorts)[number][0];

export interface DatsFilter {
  /** Search words for song, artist and @username; at most 80 characters. */
  readonly q: string;
  /** As stored; '' is any. */
  readonly genre: string;
  readonly tier: Tier | '';
  readonly forSale: boolean;
  readonly sort: Sort;
  /** 1 is the first. */
  readonly page: number;
}

export const longestSearch = 80;

export const noDatsFilter: DatsFilter = {
  q: '',
  genre: '',
  tier: '',
  forSale: false,
  sort: 'newest',
  page: 1,
};

/** Reads the query of an address. Unknown values are ignored. */
export function readDatsFilter(search: string): DatsFilter {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name)?.trim() ?? '';
  const page = Number(text('page'));
  return {
    q: text('q').slice(0, longestSearch),
    genre: text('genre'),
    tier: tiers.find((tier) => tier === text('tier')) ?? '',
    forSale: text('sale') === '1',
    sort: sorts.find(([sort]) => sort === text('sort'))?.[0] ?? 'newest',
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** Returns the list's address under a filter; /dats without one. */
export function datsFilterHref({ q, genre, tier, forSale, sort, page }: DatsFilter): string {
  const asked = [
    ['q', q.trim()],
    ['genre', genre],
    ['tier', tier],
    ['sale', forSale ? '1' : ''],
    ['sort', sort === 'newest' ? '' : sort],
    ['page', page > 1 ? `${page}` : ''],
  ].filter(([, value]) => value !== '');
  return asked.length > 0 ? `/dats?${new URLSearchParams(asked)}` : '/dats';
}

const countForSale = ({ marks }: SearchableEntry): number => countMarks(marks, 'primary', 'resale');

/** Sorts are stable: equal entries stay newest first. */
const orders: Readonly<Record<Sort, (entries: SearchableEntry[]) => SearchableEntry[]>> = {
  newest: (entries) => entries,
  oldest: (entries) => entries.reverse(),
  song: (entries) =>
    entries.sort((a, b) =>
      a.searchText < b.searchText ? -1 : Number(a.searchText > b.searchText),
    ),
  price: (entries) => {
    // A work without an offer has no price and sorts last.
    const priceOf = ({ priceCents = Number.MAX_SAFE_INTEGER }: SearchableEntry) => priceCents;
    return entries.sort((a, b) => priceOf(a) - priceOf(b));
  },
  left: (entries) => entries.sort((a, b) => countForSale(b) - countForSale(a)),
  streams: (entries) => entries.sort((a, b) => (b.totalStreams ?? -1) - (a.totalStreams ?? -1)),
};

/** Returns the matching entries in the requested order. @param entries newest first */
export function matchingDats(
  entries: readonly SearchableEntry[],
  { q, genre, tier, forSale, sort }: DatsFilter,
): SearchableEntry[] {
  const words = foldText(q).split(' ');
  const found = entries.filter(
    (entry) =>
      words.every((word) => entry.searchText.includes(word)) &&
      (genre === '' || entry.genres.includes(genre)) &&
      (tier === '' || entry.tier === tier) &&
      (!forSale || countForSale(entry) > 0),
  );
  return orders[sort](found);
}
