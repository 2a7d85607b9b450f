import { expect, test } from 'vitest';
import { aStoredAsset, storedData } from '../testing/stored-world.ts';
import { remarkLines } from './remarks.ts';
import { readStoredData } from './snapshot.ts';

const { editions } = aStoredAsset(0);

test.each([
  ['nothing unusual', {}, []],
  ['no artwork', { ArtworkURL: undefined }, ['no artwork']],
  [
    'artwork that is a script',
    { ArtworkURL: 'javascript:alert(1)' },
    ['an artwork address without a picture'],
  ],
  ['no release time', { releaseTimestamp: undefined }, ['no releaseTimestamp, so it comes last']],
  ['no creator', { creatorUsername: '' }, ['no creator']],
  ['an unknown tier', { tier: 'Diamond' }, ['an unknown tier, shown as Bronze']],
  ['a tier in small letters', { tier: 'gold' }, []],
  ['no editions', { editions: [] }, ['no editions']],
  [
    'editions with a hole',
    { editions: editions.filter(({ edition }) => edition !== 7) },
    ['holes among its editions'],
  ],
  ['null in its list of editions', { editions: [null, ...editions] }, []],
  [
    'an edition twice',
    { editions: [...editions, editions[0]] },
    ['editions that cannot be read or appear twice'],
  ],
  [
    'text instead of editions',
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
  ['a heart written as <3', { SongName: 'I <3 U' }, []],
  ['markup in a credit', { producers: ['<script>'] }, ['markup in its names, shown as text']],
  ['emoji', { ArtistName: 'Moon 🌙' }, ['emoji in its names']],
  ['Hebrew', { SongName: 'שלום' }, ['right-to-left names']],
  ['Arabic', { ArtistName: 'فرقة' }, ['right-to-left names']],
  [
    'a character that turns the reading direction',
    { SongName: 'abc\u202edef' },
    ['names with hidden characters that change the direction of text'],
  ],
])('a row with %s is published, with its remarks', (_what, changes, problems) => {
  const { remarks, dats, badRows } = readStoredData(storedData([aStoredAsset(0, changes)]));
  expect(remarks).toEqual(problems.map((problem) => ({ row: 'dat-0', problem })));
  expect(dats).toHaveLength(1);
  expect(badRows).toEqual([]);
});

test('a row that appears twice gets one remark', () => {
  const rows = [aStoredAsset(0, { ArtworkURL: '' }), aStoredAsset(0, { ArtworkURL: '' })];
  expect(readStoredData(storedData(rows)).remarks).toHaveLength(1);
});

test('a line of remarks names the first five works and counts the others', () => {
  const remarks = [
    ...Array.from({ length: 7 }, (_, index) => ({ row: `dat-${index}`, problem: 'no artwork' })),
    { row: 'dat-9', problem: 'no creator' },
  ];
  expect(remarkLines(remarks)).toEqual([
    'Shown, but noted: no artwork: dat-0, dat-1, dat-2, dat-3, dat-4 and 2 more.',
    'Shown, but noted: no creator: dat-9.',
  ]);
});
