import { expect, test } from 'vitest';
import { aStoredAsset, storedData } from '../testing/stored-world.ts';
import { remarkLines } from './remarks.ts';
import { readStoredData } from './snapshot.ts';

const { editions } = aStoredAsset(0);

test.each([
  ['nothing', {}, []],
  ['no artwork', { ArtworkURL: undefined }, ['no artwork']],
  [
    'artwork that is a script',
    { ArtworkURL: 'javascript:alert(1)' },
    ['an artwork address without a picture'],
  ],
  ['no release time', { releaseTimestamp: undefined }, ['no releaseTimestamp, so it comes last']],
  ['no creator', { creatorUsername: '' }, ['no creator']],
  ['another tier', { tier: 'Diamond' }, ['an unknown tier, shown as Bronze']],
  ['a tier in small letters', { tier: 'gold' }, []],
  ['no editions', { editions: [] }, ['no editions']],
  [
    'editions with a hole',
    { editions: editions.filter(({ edition }) => edition !== 7) },
    ['holes among its editions'],
  ],
  ['a list of editions with a hole in it', { editions: [null, ...editions] }, []],
  [
    'an edition twice',
    { editions: [...editions, editions[0]] },
    ['editions that cannot be read or appear twice'],
  ],
  [
    'editions that are none',
    { editions: 'none' },
    ['no editions', 'editions that cannot be read or appear twice'],
  ],
  [
    'prices as text',
    { editions: editions.map((each) => ({ ...each, price: '$25.00' })) },
    ['numbers written as text'],
  ],
  ['a time as text', { releaseTimestamp: '1763000000000' }, ['numbers written as text']],
  ['markup', { SongName: '<b>Loud</b>' }, ['markup in its names, shown as text']],
  ['a heart of signs', { SongName: 'I <3 U' }, []],
  ['markup in a credit', { producers: ['<script>'] }, ['markup in its names, shown as text']],
  ['emoji', { ArtistName: 'Moon 🌙' }, ['emoji in its names']],
  ['Hebrew', { SongName: 'שלום' }, ['right-to-left names']],
  ['Arabic', { ArtistName: 'فرقة' }, ['right-to-left names']],
  [
    'a sign that turns what follows',
    { SongName: 'abc\u202edef' },
    ['names with hidden characters that change the direction of text'],
  ],
])('a row with %s', (_what, changes, problems) => {
  const { remarks, dats, badRows } = readStoredData(storedData([aStoredAsset(0, changes)]));
  expect(remarks).toEqual(problems.map((problem) => ({ row: 'dat-0', problem })));
  expect(dats).toHaveLength(1);
  expect(badRows).toEqual([]);
});

test('a row that is there twice is remarked on once', () => {
  const rows = [aStoredAsset(0, { ArtworkURL: '' }), aStoredAsset(0, { ArtworkURL: '' })];
  expect(readStoredData(storedData(rows)).remarks).toHaveLength(1);
});

test('a line names the first rows and counts the others', () => {
  const remarks = [
    ...Array.from({ length: 7 }, (_, index) => ({ row: `dat-${index}`, problem: 'no artwork' })),
    { row: 'dat-9', problem: 'no creator' },
  ];
  expect(remarkLines(remarks)).toEqual([
    'Shown, but noted: no artwork: dat-0, dat-1, dat-2, dat-3, dat-4 and 2 more.',
    'Shown, but noted: no creator: dat-9.',
  ]);
});
