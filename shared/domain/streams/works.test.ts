import { describe, expect, test } from 'vitest';
import { mayBeNamedAfter, plainName, readIsrc } from './names.ts';
import { Catalogue, type Known, type Named, noIdentifiers, workOf } from './works.ts';

describe('two spellings of one title', () => {
  test.each([
    ['Song (Remix)', 'Song - Remix'],
    ['Song [REMIX]', 'song – remix'],
    ['Song - Original', 'Song'],
    ['Song (Original Mix)', 'Song'],
    ['Été', 'ETE\u0301'],
    ['Ｓｏｎｇ', 'Song'],
    ["Don't Stop", 'Don’t  Stop!'],
    ['Straße', 'STRASSE'],
    ['Ferry, 5 A.M.', 'Ferry 5 A M'],
    ['夜のバス', '夜のバス'],
  ])('%s = %s', (one, other) => {
    expect(plainName(one)).toBe(plainName(other));
  });

  test.each([
    ['Song', 'Song (Remix)'],
    ['Song', 'Song - Live'],
    ['Song', 'Song (Sped Up)'],
    ['Song (Live)', 'Song (Remix)'],
    ['Original', ''],
    ['+', '-'],
    ['???', '!!!'],
  ])('%s is not %s', (one, other) => {
    expect(plainName(one)).not.toBe(plainName(other));
  });
});

test.each([
  ['qz-abc-26-00001', 'QZABC2600001'],
  ['QZ ABC 26 00001', 'QZABC2600001'],
  ['USTCZ2600001', 'USTCZ2600001'],
  ['QZABC260001', undefined],
  ['1ZABC2600001', undefined],
  ['', undefined],
])('the ISRC %j is %j', (text, isrc) => {
  expect(readIsrc(text)).toBe(isrc);
});

test.each([
  ['Why_-timeline.csv', 'Why?', true],
  ['Why_-timeline (1).csv', 'Why?', true],
  ['Audience-timeline.csv', 'Audience', true],
  ['A.B-timeline.csv', 'AxB', false],
  ['Why-timeline.csv', 'Why?', false],
  ['songs.csv', 'songs', false],
])('%s may be named after %s: %s', (file, song, may) => {
  expect(mayBeNamedAfter(file, song)).toBe(may);
});

describe('matching', () => {
  const dat = (id: string, more: Partial<Known> = {}): Known => ({
    id,
    contentId: `c-${id}`,
    songName: `Song ${id}`,
    artistName: 'Ada',
    identifiers: noIdentifiers,
    ...more,
  });
  const catalogue = () =>
    new Catalogue([
      dat('a', { identifiers: { ...noIdentifiers, isrcs: ['QZABC2600001', 'QZABC2600002'] } }),
      dat('b', { identifiers: { ...noIdentifiers, appleIdentifiers: ['77'] } }),
      dat('twin-1', { songName: 'Twin' }),
      dat('twin-2', { songName: 'TWIN!' }),
    ]);
  const matched = (named: Named) => {
    const work = workOf(named);
    return work && catalogue().match(work);
  };

  test.each<[Named, string]>([
    [{ contentId: 'c-a' }, 'a'],
    [{ isrc: 'qz-abc-26-00002' }, 'a'],
    [{ appleId: ' 77 ' }, 'b'],
    [{ title: 'song B', artist: 'ADA' }, 'b'],
    [{ contentId: 'c-b', isrc: 'QZABC2600001' }, 'b'],
    [{ contentId: 'nobody', isrc: 'QZABC2600001', title: 'Song b', artist: 'Ada' }, 'a'],
    [{ isrc: 'ZZZZZ9999999', title: 'Song b', artist: 'Ada' }, 'b'],
    [{ datId: 'b' }, 'b'],
  ])('%j is %s', (named, datId) => {
    expect(matched(named)).toEqual({ kind: 'dat', datId });
  });

  test.each<[Named, unknown]>([
    [{ title: 'Song a (Live)', artist: 'Ada' }, { kind: 'unknown' }],
    [{ title: 'Song a', artist: 'Eva' }, { kind: 'unknown' }],
    [
      { title: 'twin', artist: 'ada' },
      { kind: 'ambiguous', datIds: ['twin-1', 'twin-2'] },
    ],
    [{ title: 'Song a' }, undefined],
    [{ appleId: '7x' }, undefined],
    [{ isrc: 'x', contentId: '  ' }, undefined],
  ])('%j is no DAT for sure', (named, match) => {
    expect(matched(named)).toEqual(match);
  });

  test('a match teaches names that belong to nobody yet', () => {
    const known = catalogue();
    const work = workOf({ isrc: 'QZNEW2600001', title: 'Song b', artist: 'Ada' });
    const lesson = work && known.lesson('b', work);
    expect(lesson).toEqual({ isrcs: ['QZNEW2600001'], appleIdentifiers: ['77'], aliases: [] });
    if (lesson) known.learn('b', lesson);
    expect(known.match({ key: '', names: ['isrc:QZNEW2600001'] })).toMatchObject({ datId: 'b' });
    const taken = workOf({ contentId: 'c-b', isrc: 'QZABC2600001' });
    expect(taken && known.lesson('b', taken)).toBeUndefined();
  });
});
