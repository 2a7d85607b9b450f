import { expect, test } from 'vitest';
import { aStoredAsset, storedData } from '../../../testing/stored-world.ts';
import { readStoredData } from '../../snapshot.ts';
import {
  catalogueEntry,
  catalogueRow,
  readCatalogue,
  type SearchableEntry,
  writeCatalogue,
} from './catalogue.ts';
import { type DatsFilter, datsFilterHref, matchingDats, readDatsFilter } from './dats-filter.ts';

const offered = (numbers: number[], price: number, seller = 'maker') =>
  aStoredAsset(0).editions.map((edition) => ({
    ...edition,
    price,
    isForSale: numbers.includes(edition.edition),
    currentOwnerId: numbers.includes(edition.edition) ? seller : 'fan-1',
  }));

const works: Record<string, unknown>[] = [
  {
    SongName: 'Maré Cheia',
    ArtistName: 'José Ramos',
    creatorUsername: 'joseramos',
    tier: 'Gold',
    genres: ['latin', 'folk'],
    editions: offered([1, 2], 50),
  },
  {
    SongName: 'Ærø',
    ArtistName: 'Øystein Dahl',
    creatorUsername: 'dahl',
    tier: 'Silver',
    genres: ['folk'],
    editions: offered([], 25),
  },
  {
    SongName: "Don't Wait",
    ArtistName: 'Kestrel',
    creatorUsername: 'kestrelhz',
    tier: 'Gold',
    genres: ['rock'],
    editions: offered([1, 2, 3], 100),
  },
  {
    SongName: 'حب',
    ArtistName: 'فرقة',
    creatorUsername: 'firqa',
    tier: 'Bronze',
    genres: ['world_international'],
    editions: offered([20], 25, 'fan-2'),
  },
  {
    SongName: 'Älska',
    ArtistName: 'Kestrel',
    creatorUsername: 'kestrelhz',
    tier: 'Platinum',
    genres: [],
    editions: [],
  },
];

const { dats } = readStoredData(
  storedData(works.map((work, index) => aStoredAsset(index, { creatorId: 'maker', ...work }))),
);
const streams = [10, undefined, 4_000, 0, undefined];
const entries = dats.map((dat, index) => catalogueEntry(dat, streams[index]));
const catalogue: SearchableEntry[] = readCatalogue(
  JSON.parse(JSON.stringify(writeCatalogue(entries.map(catalogueRow)))),
);

test('a written catalogue reads back as the same entries', () => {
  expect(catalogue.map(({ searchText: _, ...entry }) => entry)).toEqual(entries);
});

const found = (search: string) =>
  matchingDats(catalogue, readDatsFilter(search)).map(({ id }) => Number(id.slice(4)));

test('[N-BUY-03] the filter for what is for sale finds resales, and the lowest price counts them', () => {
  const alone = (search: string) => found(`?q=firqa&${search}`);
  expect([alone('sale=1'), found('?sort=price')[0]]).toEqual([[3], 3]);
});

test.each([
  ['no filter', '', [0, 1, 2, 3, 4]],
  ['a name typed without its accent', '?q=jose', [0]],
  ['a name typed with an extra accent', '?q=Késtrel', [2, 4]],
  ['capitals', '?q=MARE', [0]],
  ['a ligature typed as two letters', '?q=aero', [1]],
  ['an apostrophe of another kind', '?q=don%E2%80%99t', [2]],
  ['words in any order, from song and artist', '?q=ramos+cheia', [0]],
  ['a part of a word', '?q=estre', [2, 4]],
  ['a username', '?q=@dahl', [1]],
  ['letters of another script', '?q=%D8%AD%D8%A8', [3]],
  ['words of different works', '?q=mare+kestrel', []],
  ['characters with a meaning in patterns', '?q=.*', []],
  ['one of several genres', '?genre=folk', [0, 1]],
  ['a genre that nothing has', '?genre=metal', []],
  ['a tier', '?tier=Gold', [0, 2]],
  ['only what is for sale', '?sale=1', [0, 2, 3]],
  ['all of them together', '?q=e&genre=folk&tier=Gold&sale=1', [0]],
  ['the oldest first', '?sort=oldest', [4, 3, 2, 1, 0]],
  ['songs from A to Z, accents aside', '?sort=song', [1, 4, 2, 0, 3]],
  ['the lowest price first, then works not for sale', '?sort=price', [3, 0, 2, 1, 4]],
  ['most editions left first', '?sort=left', [2, 0, 3, 1, 4]],
  ['most streams first, then those without figures', '?sort=streams', [2, 0, 3, 1, 4]],
])('filter and order find the right works: %s', (_what, search, ids) => {
  expect(found(search)).toEqual(ids);
});

test.each([
  ['?sort=cheap&tier=gold&page=0&sale=yes&x=1', '/dats'],
  ['?page=-1', '/dats'],
  ['?page=2.5', '/dats'],
  ['?page=3', '/dats?page=3'],
  ['?q=%20%20', '/dats'],
  ['?q=R%26B+%23%3F', '/dats?q=R%26B+%23%3F'],
  [
    '?page=2&sort=price&sale=1&tier=Gold&genre=pop&q=x',
    '/dats?q=x&genre=pop&tier=Gold&sale=1&sort=price&page=2',
  ],
  [`?q=${'a'.repeat(200)}`, `/dats?q=${'a'.repeat(80)}`],
])('the address %s is simplified to %s', (search, href) => {
  expect(datsFilterHref(readDatsFilter(search))).toBe(href);
});

test('a filter that is written to an address is read back unchanged', () => {
  const filter: DatsFilter = {
    q: 'José & co',
    genre: 'rnb_soul',
    tier: 'Gold',
    forSale: true,
    sort: 'left',
    page: 7,
  };
  expect(readDatsFilter(datsFilterHref(filter).replace('/dats', ''))).toEqual(filter);
});
