import { expect, test } from 'vitest';
import type { ReleaseSummary } from './draft.ts';
import { indexSummaries, searchSummaries } from './search-summaries.ts';

const aSummary = (songName: string, over: Partial<ReleaseSummary> = {}): ReleaseSummary => ({
  contentId: `content-${songName}`,
  songName,
  albumName: 'Singles',
  artistName: 'Kestrel',
  artistId: 'kestrel',
  datId: '',
  ...over,
});

const find = (summaries: readonly ReleaseSummary[], query: string): string[] =>
  searchSummaries(indexSummaries(summaries), query).map(({ songName }) => songName);

test('[R-REL-12] songs come first: by start, start of a word, part of a word; then artists, then albums', () => {
  const summaries = [
    aSummary('Also the album', { albumName: 'Glass' }),
    aSummary('A word here', { artistName: 'Shattered', albumName: 'In glass' }),
    aSummary('By the artist', { artistName: 'Glass Choir' }),
    aSummary('Spyglasses'),
    aSummary('The glass bell'),
    aSummary('Glass avenue'),
    aSummary('Nothing of it'),
  ];
  expect(find(summaries, 'glass')).toEqual([
    'Glass avenue',
    'The glass bell',
    'Spyglasses',
    'By the artist',
    'Also the album',
    'A word here',
  ]);
});

test('[R-REL-12] an item is shown once, even when song, artist and album have the word', () => {
  expect(find([aSummary('Glass', { artistName: 'Glass', albumName: 'Glass' })], 'GLASS')).toEqual([
    'Glass',
  ]);
});

test.each([
  ['ines', 'Inês Duarte'],
  ['INÊS', 'Inês Duarte'],
  ['zoe ann', 'Zoë Ann'],
  ['łódź', 'Łódź'],
])('[R-REL-12] %s finds %s: case and accents do not count', (query, artistName) => {
  expect(find([aSummary('A song', { artistName })], query)).toEqual(['A song']);
});

test('[R-REL-12] several words can be in several fields, in any order', () => {
  const summaries = [aSummary('Night Bus', { artistName: 'Ada Okonjo' }), aSummary('Night Train')];
  expect(find(summaries, 'okonjo  night')).toEqual(['Night Bus']);
  const together = aSummary('Train', { albumName: 'Ada by night' });
  const apart = aSummary('Night', { artistName: 'Ada' });
  expect(find([apart, together], 'ada by night')).toEqual(['Train']);
  expect(find([apart, together], 'night ada')).toEqual(['Night', 'Train']);
});

test('[R-REL-12] equal matches are sorted by song', () => {
  const summaries = ['Glass c', 'Glass a', 'Glass b'].map((song) => aSummary(song));
  expect(find(summaries, 'glass')).toEqual(['Glass a', 'Glass b', 'Glass c']);
  const alike = ['c', 'a', 'b'].map((id) => aSummary('Glass', { contentId: id }));
  const found = searchSummaries(indexSummaries(alike), 'glass');
  expect(found.map(({ contentId }) => contentId)).toEqual(['c', 'a', 'b']);
});

test('an empty query finds nothing', () => {
  expect(find([aSummary('Glass')], '  ')).toEqual([]);
});

test('[R-REL-08] a song among 10,000 is found by any part of its title and artist', () => {
  const summaries = Array.from({ length: 10_000 }, (_, index) => aSummary(`Song ${index}`));
  summaries[7_421] = aSummary('Quarry telegram', { artistName: 'Ruth Calloway' });
  const index = indexSummaries(summaries);
  for (const query of ['quarry', 'telegram', 'gram', 'ruth', 'calloway quarry']) {
    const found = searchSummaries(index, query);
    expect(found.map(({ songName }) => songName)).toEqual(['Quarry telegram']);
  }
  expect(searchSummaries(index, 'song')).toHaveLength(9_999);
  expect(
    searchSummaries(index, 'Song 99')
      .slice(0, 2)
      .map(({ songName }) => songName),
  ).toEqual(['Song 99', 'Song 990']);
});
