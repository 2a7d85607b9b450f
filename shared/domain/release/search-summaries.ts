import type { ReleaseSummary } from './draft.ts';

export interface SummaryIndex {
  readonly rows: readonly {
    readonly summary: ReleaseSummary;
    readonly song: string;
    readonly artist: string;
    readonly album: string;
  }[];
}

const marks = /\p{M}+/gu;

/** Folds case and accents: "ines" finds Inês. */
// Stryker disable next-line MethodExpression: Upper or lower case, as long as all texts use the same.
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

/** Returns 0 at the start of the text, 1 at the start of a word, 2 within a word, 3 if it is not found. */
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

function rank({ song, artist, album }: SummaryIndex['rows'][number], query: string): number {
  const places = [placeIn(song, query), placeIn(artist, query), placeIn(album, query)];
  const field = places.findIndex((place) => place < 3);
  return field < 0 ? NOT_FOUND : field * 3 + places[field]!;
}

const hasAllWords = (row: SummaryIndex['rows'][number], words: readonly string[]): boolean =>
  words.every(
    (word) => row.song.includes(word) || row.artist.includes(word) || row.album.includes(word),
  );

/** Searches releases (R-REL-08): by song, then artist, then album, each from its start; then by all words. */
export function searchSummaries(index: SummaryIndex, typed: string): ReleaseSummary[] {
  const query = folded(typed).trim();
  if (query === '') return [];
  // Stryker disable next-line Regex: An empty word matches everything.
  const words = query.split(/\s+/);
  const ranks = Array.from({ length: NOT_FOUND + 1 }, (): SummaryIndex['rows'][number][] => []);
  for (const row of index.rows) {
    if (hasAllWords(row, words)) ranks[rank(row, query)]!.push(row);
  }
  return ranks.flat().map(({ summary }) => summary);
}
