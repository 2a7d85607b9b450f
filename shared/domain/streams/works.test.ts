import { describe, expect, test } from 'vitest';
import { mayBeNamedAfter, plainName } from './names.ts';
import {
  Catalogue,
  joinIdentifiers,
  joinWorks,
  type Known,
  type Named,
  nameKey,
  noIdentifiers,
  workOf,
} from './works.ts';

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
    [' + ', '+'],
    ['Song (original version)', 'Song'],
    ['Song [Original] ', 'Song'],
    ['Song (Original ) ', 'Song'],
    ['Rock ’n’ Roll', 'Rock n Roll'],
  ])('%s = %s', (one, other) => {
    expect(plainName(one)).toBe(plainName(other));
  });

  test.each([
    ['Song', 'Song (Remix)'],
    ['Song', 'Song - Live'],
    ['Song', 'Song (Sped Up)'],
    ['Song (Live)', 'Song (Remix)'],
    ['Original', ''],
    ['Original Song', 'Song'],
    ['Ferry 5', 'Ferry5'],
    ['Song (Original) Two', 'Song Two'],
    ['The Aboriginal', 'The'],
    ['+', '-'],
    ['???', '!!!'],
  ])('%s is not %s', (one, other) => {
    expect(plainName(one)).not.toBe(plainName(other));
  });
});

test.each([
  ['Why_-timeline.csv', 'Why?', true],
  ['Why_-timeline (1).csv', 'Why?', true],
  ['Audience-timeline.csv', 'Audience', true],
  ['A.B-timeline.csv', 'AxB', false],
  ['Why-timeline.csv', 'Why?', false],
  ['songs.csv', 'songs', false],
  ['ＷＨＹ-Timeline.CSV', ' why ', true],
  ['Ｗhy-timeline(12).csv', 'Why', true],
  ['Why-timeline.csv', 'Ｗhy', true],
  ['Why-timeline.csv', 'Why not', false],
  ['Why-timeline.csv', 'So why', false],
  ['Why-timeline.csv.txt', 'Why', false],
  ['A+B (Live)-timeline.csv', 'A+B (Live)', true],
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
      dat('twin-2', { songName: 'TWIN!' }),
      dat('twin-1', { songName: 'Twin' }),
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

  describe('[N-FCT-02] an ISRC that a work has as its own', () => {
    const own = 'GBXNQ2600417';
    const learned = { ...noIdentifiers, isrcs: ['QZABC2600001'] };
    const works = () =>
      new Catalogue([
        dat('a', { isrc: own, identifiers: learned }),
        dat('b', { identifiers: { ...noIdentifiers, isrcs: [own] } }),
        dat('c', { isrc: 'GBXNQ2600418', identifiers: { ...noIdentifiers, aliases: ['isrc:X'] } }),
      ]);
    const found = (named: Named) => {
      const work = workOf(named);
      return work && works().match(work);
    };
    const unknown = { kind: 'unknown', alike: ['a'] };

    test.each<[Named, string]>([
      [{ isrc: 'gb-xnq-26-00417' }, 'a'],
      // Whatever the names say, and whatever was learned before it had one.
      [{ isrc: own, title: 'Song b', artist: 'Ada' }, 'a'],
      [{ isrc: own, contentId: 'c-b', title: 'Song c', artist: 'Ada' }, 'a'],
      // A person's word counts more.
      [{ datId: 'b', isrc: own }, 'b'],
      // Without an ISRC, names are all that a row has.
      [{ title: 'Song a', artist: 'Ada' }, 'a'],
      [{ contentId: 'c-a' }, 'a'],
      // An ISRC that no one knows leaves the name to a work that has none.
      [{ isrc: 'QZNEW2600001', title: 'Song b', artist: 'Ada' }, 'b'],
      [{ isrc: 'QZNEW2600001', contentId: 'c-a', title: 'Song b', artist: 'Ada' }, 'b'],
    ])('%j is %s', (named, datId) => {
      expect(found(named)).toEqual({ kind: 'dat', datId });
    });

    test.each<Named>([
      { isrc: 'QZNEW2600001', title: 'Song a', artist: 'Ada' },
      { isrc: 'QZNEW2600001', contentId: 'c-a' },
      { isrc: 'QZABC2600001', title: 'Song a', artist: 'Ada' },
    ])('%j waits: the work that it names has another one, and is told to be alike', (named) => {
      expect(found(named)).toEqual(unknown);
    });

    test('leaves what a person has confirmed, and teaches no other', () => {
      const known = works();
      expect(known.match({ key: '', names: ['isrc:X', 'title:song c|ada'] })).toMatchObject({
        datId: 'c',
      });
      const work = workOf({ datId: 'a', isrc: 'QZNEW2600001' });
      expect(work && known.lesson('a', work)).toBeUndefined();
      expect([known.ownerOf(own), known.ownerOf('QZABC2600001')]).toEqual(['a', undefined]);
    });

    test('is ambiguous where rows of two such works were put together', () => {
      const names = [nameKey.isrc(own), nameKey.isrc('GBXNQ2600418')];
      expect(works().match({ key: 'content:x', names })).toEqual({
        kind: 'ambiguous',
        datIds: ['a', 'c'],
      });
    });
  });

  test('a key has the strongest of the names, and all of them are sorted', () => {
    const named = { title: 'Song', artist: 'Ada', contentId: ' c ', datId: 'd', appleId: '7' };
    expect(workOf({ ...named, isrc: 'QZABC2600001' })).toEqual({
      key: 'dat:d',
      names: ['apple:7', 'content:c', 'dat:d', 'isrc:QZABC2600001', 'title:song|ada'],
    });
    expect(workOf({ contentId: 'c', isrc: 'QZABC2600001' })?.key).toBe('isrc:QZABC2600001');
    expect(workOf({ artist: 'Ada', title: ' ' })).toBeUndefined();
    expect(workOf({ title: 'Song', artist: ' ' })).toBeUndefined();
    expect(workOf({ artist: 'Ada' })).toBeUndefined();
    expect(workOf({ appleId: '1'.repeat(21) })).toBeUndefined();
    expect(workOf({ appleId: 'x7' })).toBeUndefined();
  });

  test('names are cut to what a key of the database can hold', () => {
    const long = 'x'.repeat(200);
    const cut = 'x'.repeat(180);
    expect(nameKey.title(long, long)).toBe(`title:${cut}|${cut}`);
    expect(nameKey.content(` ${long}`)).toBe(`content:${cut}`);
  });

  test('names that are gathered keep their key, each once and sorted', () => {
    const joined = joinWorks({ key: 'b', names: ['b', 'd'] }, { key: 'a', names: ['a', 'b', 'c'] });
    expect(joined).toEqual({ key: 'b', names: ['a', 'b', 'c', 'd'] });
  });

  test('names that people have confirmed stand for a work as its own do', () => {
    const known = catalogue();
    const alias = nameKey.title('Another name', 'Ada');
    known.learn('a', { ...noIdentifiers, aliases: [alias] });
    expect(known.match({ key: alias, names: [alias] })).toEqual({ kind: 'dat', datId: 'a' });
    expect(known.find('a')?.identifiers).toEqual({
      isrcs: ['QZABC2600001', 'QZABC2600002'],
      appleIdentifiers: [],
      aliases: [alias],
    });
    expect([...known.all()].map(({ id }) => id)).toEqual(['a', 'b', 'twin-2', 'twin-1']);
    known.learn('nobody', { ...noIdentifiers, aliases: ['x'] });
    expect(known.match({ key: 'x', names: ['x'] })).toEqual({ kind: 'unknown' });
    expect(known.find('nobody')).toBeUndefined();
  });

  test('identifiers are joined without repeats, and sorted', () => {
    const one = { isrcs: ['b'], appleIdentifiers: ['2'], aliases: ['y', 'x'] };
    const other = { isrcs: ['a', 'b'], appleIdentifiers: ['1'], aliases: ['x'] };
    const both = { isrcs: ['a', 'b'], appleIdentifiers: ['1', '2'], aliases: ['x', 'y'] };
    expect(joinIdentifiers(one, other)).toEqual(both);
  });

  test('a match teaches an identifier of Apple, also to a work of which nothing is known', () => {
    const known = catalogue();
    const work = workOf({ appleId: '88', title: 'Song b', artist: 'Ada' });
    const lesson = { isrcs: [], appleIdentifiers: ['77', '88'], aliases: [] };
    expect(work && known.lesson('b', work)).toEqual(lesson);
    const both = workOf({ isrc: 'QZNEW2600001', appleId: '88' });
    expect(both && known.lesson('b', both)).toEqual({ ...lesson, isrcs: ['QZNEW2600001'] });
    expect(work && known.lesson('nobody', work)).toEqual({ ...lesson, appleIdentifiers: ['88'] });
  });

  test('a match teaches names that belong to no one yet', () => {
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
