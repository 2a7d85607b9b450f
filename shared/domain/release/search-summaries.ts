import type { ReleaseSummary } from './draft.ts';

/** Summaries made ready to be searched, once for all letters that will be typed, in the order of songs. */
export interface SummaryIndex {
  readonly rows: readonly {
    readonly summary: ReleaseSummary;
    readonly song: string;
    readonly artist: string;
    readonly album: string;
  }[];
}

const marks = /\p{M}+/gu;

/** Case and accents do not count: "ines" finds Inês. */
// Stryker disable next-line MethodExpression: Capital or small, as long as all letters are one of them.
const folded = (text: string): string => text.normalize('NFKD').replace(marks, '').toLowerCase();

export const indexSummaries = (summaries: readonly ReleaseSummary[]): SummaryIndex => ({
  rows: summaries
    .map((summary) => ({
      summary,
      song: folded(summary.songName),
      artist: folded(summary.artistName),
      album: folded(summary.albumName),
    }))
    .sort((a, b) => (a.song < b.song ? -1 : 1)),
});

/** 0 at the very beginning, 1 at the beginning of a word, 2 inside of one; 3 when not there. */
function placeIn(text: string, query: string): number {
  let place = 3;
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + 1)) {
    if (at === 0) return 0;
    if (!/[\p{L}\p{N}]/u.test(text[at - 1]!)) return 1;
    place = 2;
  }
  return place;
}

const NOT_FOUND = 9;

/** Songs before artists before albums, and in each the beginning before the middle. */
function rank({ song, artist, album }: SummaryIndex['rows'][number], query: string): number {
  const places = [placeIn(song, query), placeIn(artist, query), placeIn(album, query)];
  const field = places.findIndex((place) => place < 3);
  return field < 0 ? NOT_FOUND : field * 3 + places[field]!;
}

/** A query of several words finds an item in which all of them are, wherever they stand. */
const hasAllWords = (row: SummaryIndex['rows'][number], words: readonly string[]): boolean =>
  words.every(
    (word) => row.song.includes(word) || row.artist.includes(word) || row.album.includes(word),
  );

/** Searches releases (R-REL-08): by song, then artist, then album, each from its beginning on; then by all words. */
export function searchSummaries(index: SummaryIndex, typed: string): ReleaseSummary[] {
  const query = folded(typed).trim();
  if (query === '') return [];
  // Stryker disable next-line Regex: An empty word between two spaces is found everywhere.
  const words = query.split(/\s+/);
  const ranks = Array.from({ length: NOT_FOUND + 1 }, (): SummaryIndex['rows'][number][] => []);
  for (const row of index.rows) {
    if (hasAllWords(row, words)) ranks[rank(row, query)]!.push(row);
  }
  return ranks.flat().map(({ summary }) => summary);
}
