import { describe, expect, test } from 'vitest';
import {
  identifyWork,
  joinIdentifiers,
  type Named,
  nameKey,
  noIdentifiers,
  titleAndArtist,
  type Work,
} from './work-names.ts';
import { type Known, WorkIndex } from './works.ts';

describe('matching', () => {
  const dat = (id: string, more: Partial<Known> = {}): Known => ({
    id,
    contentId: `c-${id}`,
    songName: `Song ${id}`,
    artistName: 'Ada',
    identifiers: noIdentifiers,
    ...more,
  });
  const workIndex = () =>
    new WorkIndex([
      dat('a', { identifiers: { ...noIdentifiers, isrcs: ['QZABC2600001', 'QZABC2600002'] } }),
      dat('b', { identifiers: { ...noIdentifiers, appleIdentifiers: ['77'] } }),
      dat('twin-2', { songName: 'TWIN' }),
      dat('twin-1', { songName: 'Twin' }),
    ]);
  const matchIn = (known: WorkIndex, named: Named) => {
    const work = identifyWork(named);
    return work && known.match(work);
  };
  const matched = (named: Named) => matchIn(workIndex(), named);

  test.each<[Named, string]>([
    [{ contentId: 'c-a' }, 'a'],
    [{ isrc: 'qz-abc-26-00002' }, 'a'],
    [{ appleId: ' 77 ' }, 'b'],
    [{ title: 'song B', artist: 'ADA' }, 'b'],
    [{ contentId: 'c-b', isrc: 'QZABC2600001' }, 'a'],
    [{ contentId: 'nobody', isrc: 'QZABC2600001', title: 'Song b', artist: 'Ada' }, 'a'],
    [{ isrc: 'ZZZZZ9999999', title: 'Song b', artist: 'Ada' }, 'b'],
    [{ datId: 'b' }, 'b'],
  ])('%j finds the work %s', (named, datId) => {
    expect(matched(named)).toEqual({ kind: 'dat', datId });
  });

  const waits = (doubt: string, ...datIds: string[]) => ({ kind: 'waits', doubt, datIds });

  test.each<[Named, unknown]>([
    [{ title: 'Song a (Live)', artist: 'Ada' }, waits('unknown')],
    [{ title: 'Song a', artist: 'Eva' }, waits('unknown')],
    [{ title: 'twin', artist: 'ada' }, waits('several', 'twin-1', 'twin-2')],
    [{ title: 'Song a!', artist: 'Ada' }, waits('spelling', 'a')],
    [{ contentId: 'c-a', title: 'Song b', artist: 'Ada' }, waits('several', 'a', 'b')],
    [{ contentId: 'c-a', appleId: '77' }, waits('several', 'a', 'b')],
    [{ contentId: 'nobody' }, waits('unknown')],
    [{ isrc: 'QZABC0000000' }, undefined],
    [{ appleId: '0000' }, undefined],
    [{ contentId: 'N/A', isrc: '-', title: 'Unknown', artist: 'Unknown' }, undefined],
    [{ title: 'Song a' }, undefined],
    [{ appleId: '7x' }, undefined],
    [{ isrc: 'x', contentId: '  ' }, undefined],
  ])('%j is no certain match', (named, match) => {
    expect(matched(named)).toEqual(match);
  });

  describe('[N-FCT-02] an ISRC that a work has as its own', () => {
    const own = 'GBXNQ2600417';
    const learned = { ...noIdentifiers, isrcs: ['QZABC2600001'] };
    const works = () =>
      new WorkIndex([
        dat('a', { isrc: own, identifiers: learned }),
        dat('b', { identifiers: { ...noIdentifiers, isrcs: [own] } }),
        dat('c', { isrc: 'GBXNQ2600418' }),
      ]);
    const found = (named: Named) => matchIn(works(), named);
    test.each<[Named, string]>([
      [{ isrc: 'gb-xnq-26-00417' }, 'a'],
      [{ isrc: own, title: 'Song b', artist: 'Ada' }, 'a'],
      [{ isrc: own, contentId: 'c-b', title: 'Song c', artist: 'Ada' }, 'a'],
      [{ datId: 'b', isrc: own }, 'b'],
      [{ title: 'Song a', artist: 'Ada' }, 'a'],
      [{ contentId: 'c-a' }, 'a'],
      [{ isrc: 'QZNEW2600001', title: 'Song b', artist: 'Ada' }, 'b'],
      [{ isrc: 'QZNEW2600001', contentId: 'c-b', title: 'Song b', artist: 'Ada' }, 'b'],
      [{ isrc: 'QZABC2600001', title: 'Song a', artist: 'Ada' }, 'a'],
    ])('lets %j find the work %s', (named, datId) => {
      expect(found(named)).toEqual({ kind: 'dat', datId });
    });

    test.each<Named>([
      { isrc: 'QZNEW2600001', title: 'Song a', artist: 'Ada' },
      { isrc: 'QZNEW2600001', contentId: 'c-a' },
    ])('%j waits: the named work has another ISRC, and is suggested', (named) => {
      expect(found(named)).toEqual(waits('isrc', 'a'));
    });

    test('names the work, like an ISRC that a person has confirmed', () => {
      const known = works();
      expect(known.named(nameKey.isrc(own))).toEqual(['a']);
      expect(known.named(nameKey.isrc('QZABC2600001'))).toEqual(['a']);
      expect(known.named(nameKey.isrc('QZNEW2600001'))).toEqual([]);
    });

    test('is ambiguous if rows of two such works were merged', () => {
      const names = [nameKey.isrc(own), nameKey.isrc('GBXNQ2600418')];
      expect(works().match({ key: 'content:x', names })).toEqual(waits('several', 'a', 'c'));
    });
  });

  test('a key has the strongest of the names, and all of them are sorted', () => {
    const named = { title: 'Song', artist: 'Ada', contentId: ' c ', datId: 'd', appleId: '7' };
    expect(identifyWork({ ...named, isrc: 'QZABC2600001' })).toEqual({
      key: 'dat:d',
      names: ['apple:7', 'content:c', 'dat:d', 'isrc:QZABC2600001', 'title:song|ada'],
    });
    expect(identifyWork({ contentId: 'c', isrc: 'QZABC2600001' })?.key).toBe('isrc:QZABC2600001');
    expect(identifyWork({ artist: 'Ada', title: ' ' })).toBeUndefined();
    expect(identifyWork({ title: 'Song', artist: ' ' })).toBeUndefined();
    expect(identifyWork({ artist: 'Ada' })).toBeUndefined();
    expect(identifyWork({ appleId: '1'.repeat(21) })).toBeUndefined();
    expect(identifyWork({ appleId: 'x7' })).toBeUndefined();
  });

  test('[N-INP-03] a long name fits into a database key, and differs from one with the same beginning', () => {
    const long = (end: string) => `${'交響曲'.repeat(100)} ${end}`;
    const key = nameKey.title(long('I'), long('I'));
    expect(Buffer.byteLength(key)).toBeLessThan(1_400);
    expect(nameKey.title(long('II'), long('I'))).not.toBe(key);
    expect(nameKey.content(long('II'))).not.toBe(nameKey.content(long('I')));
    const parts = titleAndArtist(key);
    expect(parts && nameKey.title(...parts)).toBe(key);
    expect(nameKey.content('👍'.repeat(200)).isWellFormed()).toBe(true);
  });

  test('[N-INP-03] the border between title and artist is never ambiguous', () => {
    expect(nameKey.title('A|B', 'C')).not.toBe(nameKey.title('A', 'B|C'));
    expect(nameKey.title('A\\', 'B')).not.toBe(nameKey.title('A', '|B'));
    for (const [title, artist] of [
      ['a|b', 'c\\'],
      ['\\|', '|'],
      ['x=y', 'z:z'],
    ] as const) {
      expect(titleAndArtist(nameKey.title(title, artist))).toEqual([title, artist]);
    }
    for (const key of ['title:a', 'title:|b', 'title:a|', 'isrc:a|b']) {
      expect(titleAndArtist(key)).toBeUndefined();
    }
  });

  test('confirmed names match a work like its own', () => {
    const known = workIndex();
    const alias = nameKey.title('Another name', 'Ada');
    known.learn('a', { ...noIdentifiers, aliases: [alias] });
    expect(known.match({ key: alias, names: [alias] })).toEqual({ kind: 'dat', datId: 'a' });
    expect(known.find('a')?.identifiers).toEqual({
      ...noIdentifiers,
      isrcs: ['QZABC2600001', 'QZABC2600002'],
      aliases: [alias],
    });
    expect([...known.all()].map(({ id }) => id)).toEqual(['a', 'b', 'twin-2', 'twin-1']);
    known.learn('nobody', { ...noIdentifiers, aliases: ['x'] });
    expect(known.match({ key: 'x', names: ['x'] })).toEqual(waits('unknown'));
    expect(known.find('nobody')).toBeUndefined();
  });

  test('identifiers are joined without repeats, and sorted', () => {
    const one = {
      isrcs: ['b'],
      appleIdentifiers: ['2'],
      aliases: ['y', 'x'],
      creditedIsrcs: ['d'],
      creditedNames: ['w'],
      unlinked: ['z'],
    };
    const other = {
      isrcs: ['a', 'b'],
      appleIdentifiers: ['1'],
      aliases: ['x'],
      creditedIsrcs: ['c'],
      creditedNames: ['v'],
      unlinked: [],
    };
    const both = {
      isrcs: ['a', 'b'],
      appleIdentifiers: ['1', '2'],
      aliases: ['x', 'y'],
      creditedIsrcs: ['c', 'd'],
      creditedNames: ['v', 'w'],
      unlinked: ['z'],
    };
    expect(joinIdentifiers(one, other)).toEqual(both);
  });

  test('[N-INP-04] a work is found by a confirmed spelling, even if the row has an unknown ISRC', () => {
    const known = workIndex();
    const alias = nameKey.title('Son b', 'Ada');
    known.learn('b', { ...noIdentifiers, aliases: [alias] });
    expect(matchIn(known, { title: 'SON B', artist: 'ada' })).toMatchObject({ datId: 'b' });
    const row = { title: 'Son b', artist: 'Ada', isrc: 'QZNEW2600001' };
    expect(matchIn(known, row)).toMatchObject({ datId: 'b' });
  });

  test('[N-INP-03] a confirmed title credits that spelling beside the own one, and no other accents', () => {
    const linked = { ...noIdentifiers, aliases: [nameKey.title('Peche', 'Ada')] };
    const known = new WorkIndex([dat('peach', { songName: 'Pêche', identifiers: linked })]);
    const match = (title: string) => matchIn(known, { title, artist: 'Ada' });
    expect(match('Peche')).toEqual({ kind: 'dat', datId: 'peach' });
    expect(match('Pêche')).toEqual({ kind: 'dat', datId: 'peach' });
    expect(match('Péché')).toMatchObject({ kind: 'waits' });
  });

  test('[N-INP-03] the exact spelling wins between two works that differ in accents', () => {
    const known = new WorkIndex([
      dat('with', { songName: 'Papá' }),
      dat('without', { songName: 'Papa' }),
      dat('alone', { songName: 'Señor' }),
      dat('tone', { songName: 'Mưa' }),
    ]);
    expect(matchIn(known, { title: 'papa', artist: 'Ada' })).toMatchObject({ datId: 'without' });
    expect(matchIn(known, { title: 'papá', artist: 'Ada' })).toMatchObject({ datId: 'with' });
    expect(matchIn(known, { title: 'Senor', artist: 'Ada' })).toMatchObject({ datId: 'alone' });
    expect(matchIn(known, { title: 'Mua', artist: 'Ada' })).toEqual(waits('spelling', 'tone'));
    expect(matchIn(known, { title: 'Pápa', artist: 'Ada' })).toMatchObject({ datId: 'without' });
  });

  describe('[N-INP-04] an id that a file gives to several songs', () => {
    const shared = (id: string, title?: string) => ({
      key: '',
      names: [`shared:${id}`, ...(title === undefined ? [] : [nameKey.title(title, 'Ada')])],
    });
    const own = () =>
      new WorkIndex([dat('a', { isrc: 'GBXNQ2600417' }), dat('b'), dat('c', { songName: 'Song' })]);

    test.each([
      ['isrc:GBXNQ2600417', 'Song a', 'a'],
      ['isrc:GBXNQ2600417', 'Song a (Remastered 2011)', 'a'],
      ['content:c-b', 'SONG B', 'b'],
    ])('%s beside "%s" finds the work %s, whose title looks alike', (id, title, datId) => {
      expect(own().match(shared(id, title))).toEqual({ kind: 'dat', datId });
    });

    test.each([
      ['isrc:GBXNQ2600417', 'Song b', ['a', 'b']],
      ['isrc:GBXNQ2600417', 'Song a (Live)', ['a']],
      ['isrc:GBXNQ2600417', undefined, ['a']],
      ['content:c-b', 'Song a', ['a', 'b']],
      ['content:nobody', 'Song b', ['b']],
      ['content:nobody', undefined, []],
      ['isrc:QZNEW2600001', 'Song', ['c']],
    ])('%s beside "%s" waits for a person', (id, title, datIds) => {
      expect(own().match(shared(id, title))).toEqual(waits('shared', ...datIds));
    });

    test('a title that a person has confirmed settles it', () => {
      const known = own();
      known.learn('b', { ...noIdentifiers, aliases: [nameKey.title('Song x', 'Ada')] });
      expect(known.match(shared('content:nobody', 'Song x'))).toMatchObject({ datId: 'b' });
    });
  });

  test('[N-INP-04] a work called "Unknown" is found by its ids and by a confirmed name, not by its own', () => {
    const known = new WorkIndex([
      dat('u', { songName: 'Unknown', contentId: 'N/A' }),
      dat('0', { contentId: '0' }),
    ]);
    const row = { title: 'Unknown', artist: 'Ada' };
    expect(matchIn(known, row)).toEqual(waits('spelling', 'u'));
    expect(known.match({ key: '', names: ['content:N/A'] })).toEqual(waits('unknown'));
    expect(known.match({ key: '', names: ['content:0'] })).toEqual(waits('unknown'));
    known.learn('u', { ...noIdentifiers, aliases: [nameKey.title('Unknown', 'Ada')] });
    expect(matchIn(known, row)).toMatchObject({ datId: 'u' });
  });

  test('[N-INP-04] a match teaches a work the Apple identifier beside its ISRC; other names are only noted', () => {
    const known = workIndex();
    const lesson = (datId: string, named: Named) => {
      const work = identifyWork(named);
      return work && known.lesson(datId, work);
    };
    const creditedIsrcs = ['isrc:QZABC2600001'];
    const learned = { ...noIdentifiers, appleIdentifiers: ['88'], creditedIsrcs };
    const taught = lesson('a', { appleId: '88', isrc: 'QZABC2600001' });
    expect(taught).toEqual({ identifiers: learned, contested: [] });
    expect(lesson('b', { appleId: '88', isrc: 'QZABC2600001' })).toBeUndefined();
    const beside = { ...noIdentifiers, creditedNames: ['apple:88'] };
    expect(lesson('b', { appleId: '88', title: 'Song b', artist: 'Ada' })?.identifiers).toEqual(
      beside,
    );
    const ofNoWork = { isrc: 'QZNEW2600001', title: 'Song b', artist: 'Ada' };
    const noted = { ...noIdentifiers, creditedIsrcs: ['isrc:QZNEW2600001'] };
    expect(lesson('b', ofNoWork)).toEqual({ identifiers: noted, contested: [] });
    known.learn('b', noted);
    expect(lesson('b', ofNoWork)).toBeUndefined();
    expect(matchIn(known, { isrc: ofNoWork.isrc })).toEqual(waits('unknown'));
    const contested = lesson('a', { appleId: '77', isrc: 'QZABC2600001' });
    expect(contested?.contested).toEqual([{ name: 'apple:77', datId: 'b' }]);
    known.learn('a', contested?.identifiers ?? noIdentifiers);
    expect(matchIn(known, { appleId: '77' })).toEqual(waits('several', 'a', 'b'));
    known.learn('b', { ...noIdentifiers, aliases: ['apple:77'] });
    expect(matchIn(known, { appleId: '77' })).toMatchObject({ datId: 'b' });
    known.learn('a', learned);
    expect(matchIn(known, { appleId: '88' })).toMatchObject({ datId: 'a' });
    expect(known.find('a')?.identifiers.isrcs).toEqual(['QZABC2600001', 'QZABC2600002']);
  });
});

test.each([
  ['="GBXYZ2600009"', 'isrc:GBXYZ2600009'],
  ["'GBXYZ2600009", 'isrc:GBXYZ2600009'],
  ['ISRC GB-XYZ-26-00009', 'isrc:GBXYZ2600009'],
  ['isrc: GB.XYZ.26.00009', 'isrc:GBXYZ2600009'],
  ['\u200bGBXYZ2600009\u200b', 'isrc:GBXYZ2600009'],
  ['GB\u2014XYZ\u201426\u201400009;', 'isrc:GBXYZ2600009'],
])('[N-INP-04] an ISRC is read despite a spreadsheet’s additions: %j', (isrc, key) => {
  expect(identifyWork({ title: 'Blue', artist: 'Ada', isrc })?.key).toBe(key);
});

test.each(['1.23E+12', 'tba', 'GBXYZ0000000'])('[N-INP-04] %j is not an ISRC', (isrc) => {
  expect(identifyWork({ title: 'Blue', artist: 'Ada', isrc })?.key).toMatch(/^title:/);
});

describe('[N-INP-04] an ISRC that nobody can read', () => {
  const released = (id: string, isrc?: string): Known => ({
    id,
    contentId: id,
    songName: 'Blue',
    artistName: `Ada ${id}`,
    ...(isrc && { isrc }),
    identifiers: noIdentifiers,
  });
  const workIndex = () => new WorkIndex([released('own', 'GBXYZ2600009'), released('none')]);
  const row = (isrc: string, artist: string) =>
    identifyWork({ title: 'Blue', artist, isrc }) as Work;
  const mangled = ['GBXYZ26O0009', 'GBXYZ260009', 'see notes', '5060000000017'];

  test.each(mangled)('%j beside the title of a work with an ISRC waits for a person', (isrc) => {
    const waits = { kind: 'waits', doubt: 'isrc', datIds: ['own'] };
    expect(workIndex().match(row(isrc, 'Ada own'))).toEqual(waits);
  });

  test.each(mangled)('%j beside the title of a work without one counts by the title', (isrc) => {
    expect(workIndex().match(row(isrc, 'Ada none'))).toEqual({ kind: 'dat', datId: 'none' });
  });

  test('counts for the work that a person has named, in any case', () => {
    const known = workIndex();
    known.learn('own', { ...noIdentifiers, aliases: [row('GBXYZ26O0009', 'x').key] });
    const found = known.match(row(' gbxyz26o0009', 'Ada own'));
    expect(found).toEqual({ kind: 'dat', datId: 'own' });
  });

  test('names no song alone', () => {
    expect(identifyWork({ isrc: 'GBXYZ26O0009' })).toBeUndefined();
  });
});
