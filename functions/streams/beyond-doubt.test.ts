import { noIdentifiers } from '@datchain/shared/domain/streams/work-names.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import {
  aDat,
  aFile,
  type MemoryWorld,
  memoryWorld,
} from '@datchain/testing/server/stream-runs.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadWorkIndex, remember } from './work-index.ts';

const artist = 'Bureau b80e352a20';
const songs = {
  one: 'Excel One',
  two: 'Excel Two',
  papa: 'パパ',
  rain: 'Mưa',
  sharp: 'C#',
  summer: 'Été',
  street: 'Straße',
  poor: 'दीन',
  horse: 'ม้า',
  king: 'مَلِك',
  may: 'Май',
  good: 'İyi',
  heart: '❤️',
  morning: 'Καλημέρα',
  left: 'Left',
  unknown: 'Unknown',
  zero: '0',
} as const;

const header = 'date,platform,streams,content_id,isrc,title,artist';
const row = (day: number, count: number | string, names: string): string =>
  `2026-08-0${day},spotify,${count},${names}`;
const titled = (title: string, by = artist): string => `,,${title},${by}`;

let world: MemoryWorld;

const ourWorld = () =>
  memoryWorld(
    Object.entries(songs).map(([id, SongName]) =>
      aDat(id, { SongName, ArtistName: artist, contentId: id === 'zero' ? 'N/A' : `c-${id}` }),
    ),
  );

beforeEach(async () => {
  world = await ourWorld();
});
afterEach(() => world.remove());

async function take(name: string, lines: readonly string[]) {
  const { files } = await world.import(aFile(name, lines));
  const [file] = files;
  if (file?.kind !== 'taken') throw new Error(JSON.stringify(file));
  return file;
}

const credited = (to = world) =>
  Object.fromEntries(
    Object.keys(songs).flatMap((id) => {
      const days = to.days(id, 'spotify');
      return days === undefined ? [] : [[id, days]];
    }),
  );

const day = { '2026-08-01': 7 };

test.each([
  ['a plain title', titled('Excel One'), 'one'],
  ['an upper-case title', titled('EXCEL ONE', artist.toUpperCase()), 'one'],
  ['a full-width title', titled('Ｅｘｃｅｌ　Ｏｎｅ'), 'one'],
  ['half-width kana', titled('ﾊﾟﾊﾟ'), 'papa'],
  ['decomposed kana', titled('ハ\u309aハ\u309a'), 'papa'],
  ['a decomposed horn', titled('Mu\u031ba'), 'rain'],
  ['a title without its accents', titled('ETE'), 'summer'],
  ['Greek capitals without accents', titled('ΚΑΛΗΜΕΡΑ'), 'morning'],
  ['a full-width sharp', titled('Ｃ＃'), 'sharp'],
  ['an id of a work', 'c-two,,,', 'two'],
  ['an id of a work and its title', `c-one,,Excel One,${artist}`, 'one'],
  ['an id that no work has', `x-1,,Excel One,${artist}`, 'one'],
  ['N/A as an id', `N/A,N/A,Excel One,${artist}`, 'one'],
  ['a rounded id', `1.23E+12,,Excel One,${artist}`, 'one'],
  ['an ISRC of zeros', `-,QZABC0000000,Excel One,${artist}`, 'one'],
  ['an ISRC that no work has', `,QZNEW2600001,Excel One,${artist}`, 'one'],
])(
  '[N-INP-03] [N-INP-04] a row with %s is credited to the work that it names',
  async (_what, names, id) => {
    const { rows } = await take('own.csv', [header, row(1, 7, names)]);
    expect(rows).toEqual({ inFile: 1, taken: 1, waiting: 0, refused: 0 });
    expect(credited()).toEqual({ [id]: day });
    // A work learns an ISRC only from a person.
    expect((await loadWorkIndex(world.store)).find(id)?.identifiers).toMatchObject({
      isrcs: [],
      appleIdentifiers: [],
      aliases: [],
    });
  },
);

test.each([
  ['other kana', titled('ハハ'), 'unknown', []],
  ['other kana and an ISRC', `,QZBUG2600001,ハハ,${artist}`, 'unknown', []],
  ['no horn', titled('Mua'), 'spelling', ['rain']],
  ['no horn, and an ISRC', `,QZBUG2600001,Mua,${artist}`, 'spelling', ['rain']],
  ['no sharp', titled('C'), 'unknown', []],
  ['plus signs', titled('C++'), 'unknown', []],
  ['ss', titled('Strasse'), 'spelling', ['street']],
  ['SS', titled('STRASSE'), 'spelling', ['street']],
  ['another vowel sign', titled('दिन'), 'unknown', []],
  ['no tone mark', titled('มา'), 'unknown', []],
  ['no harakat', titled('ملك'), 'spelling', ['king']],
  ['another Cyrillic letter', titled('Маи'), 'spelling', ['may']],
  ['another i', titled('iyi'), 'spelling', ['good']],
  ['an emoji as text', titled('❤'), 'spelling', ['heart']],
  ['a zero-width joiner', titled('Excel\u200d One'), 'spelling', ['one']],
  ['a guest', titled('Excel One (feat. Bo)'), 'spelling', ['one']],
  ['a remaster', titled('Excel One - 2011 Remaster'), 'spelling', ['one']],
  ['a live recording', titled('Excel One (Live)'), 'unknown', []],
  ['another artist', titled('Excel One', 'Bureau'), 'unknown', []],
  ['an unknown artist', titled('Excel One', 'Unknown Artist'), 'unknown', []],
  ['a title that may be a placeholder', titled('Unknown'), 'spelling', ['unknown']],
  ['a zero as a title', titled('0'), 'spelling', ['zero']],
  [
    'an id of one work and the title of another',
    `c-two,,Excel One,${artist}`,
    'several',
    ['one', 'two'],
  ],
])('[N-INP-03] a row with %s waits for a person', async (_what, names, doubt, candidates) => {
  const { rows, effects } = await take('own.csv', [header, row(1, 7, names)]);
  expect(rows).toEqual({ inFile: 1, taken: 0, waiting: 1, refused: 0 });
  expect(credited()).toEqual({});
  const [waiting, ...others] = effects.waiting.values();
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({ doubt, rows: 1, firstLine: 2 });
  expect(waiting?.candidates.map(({ datId }) => datId)).toEqual(candidates);
  expect(world.queue()).toBe(1);
});

describe('[N-INP-04] a file that gives one id to several songs', () => {
  const waitsFor = async (lines: readonly string[]) => {
    const { rows, effects } = await take('own.csv', [header, ...lines]);
    return { rows, doubts: [...effects.waiting.values()].map(({ doubt }) => doubt) };
  };

  test('has these rows wait, even with a title that a work has', async () => {
    const { rows, doubts } = await waitsFor([
      row(1, 7, `x-1,,Excel One,${artist}`),
      row(2, 7, `x-1,,Excel Two,${artist}`),
      row(3, 7, `x-1,,Excel One,Somebody else`),
      row(4, 7, 'x-1,,,'),
      row(1, 7, titled('Été')),
    ]);
    expect(rows).toEqual({ inFile: 5, taken: 1, waiting: 4, refused: 0 });
    expect(doubts).toEqual(['shared', 'shared', 'shared', 'shared']);
    expect(credited()).toEqual({ summer: day });
  });
});

describe('[N-INP-03] the other rows of a file', () => {
  const isrc = 'QZBUG2600001';
  const one = `Excel One,${artist}`;
  const other = `ハハ,${artist}`;

  test('do not change the work to which a row is credited', async () => {
    const alone = new Map<string, string | undefined>();
    const rows = fc
      .record({
        id: fc.constantFrom('', 'c-one', 'zz1'),
        isrc: fc.constantFrom('', isrc),
        title: fc.constantFrom(',', one, other),
      })
      .map((row) => `${row.id},${row.isrc},${row.title}`)
      .filter((names) => names !== ',,,');
    const files = fc.array(rows, { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(files, async (all) => {
        const of = async (names: readonly string[]) => {
          const fresh = await ourWorld();
          const lines = names.map((each, at) => row(at + 1, 7, each));
          await fresh.import(aFile('own.csv', [header, ...lines]));
          const days = Object.entries(credited(fresh)).flatMap(([id, dates]) =>
            Object.keys(dates as object).map((date) => [Number(date.slice(-2)) - 1, id] as const),
          );
          fresh.remove();
          return days;
        };
        for (const names of all.filter((each) => !alone.has(each))) {
          alone.set(names, (await of([names]))[0]?.[1]);
        }
        for (const [at, id] of await of(all)) expect(id).toBe(alone.get(all[at] ?? ''));
      }),
      tries(20, 300),
    );
  });
});

describe('[N-INP-03] [N-INP-04] a person', () => {
  const isrc = 'QZBUG2600001';
  const link = (name: string, datId: string) => world.run([], { links: [{ name, datId }] });

  test('is asked about an ISRC beside two titles in two files; neither is credited or learned', async () => {
    await take('a.csv', [header, row(1, 501, `,${isrc},ハハ,${artist}`)]);
    await take('b.csv', [header, row(2, 502, `,${isrc},Mother (English version),${artist}`)]);
    expect(world.queue()).toBe(2);
    // A work with one of the two titles does not answer the other.
    await world.addDats(
      [aDat('mother', { SongName: 'Mother (English version)', ArtistName: artist })],
      'p1',
    );
    await world.run([]);
    expect(world.days('mother', 'spotify')).toEqual({ '2026-08-02': 502 });
    expect([world.queue(), credited()]).toEqual([1, {}]);
  });

  test('confirms a spelling, and the work learns it without the ISRC', async () => {
    await take('a.csv', [header, row(1, 7, `,${isrc},Mua,${artist}`)]);
    await link(`title:mua|${artist}`, 'rain');
    expect(credited()).toEqual({ rain: day });
    const { rows } = await take('b.csv', [header, row(2, 8, titled('MUA'))]);
    expect(rows).toMatchObject({ taken: 1 });
    expect(await take('c.csv', [header, row(3, 9, `,${isrc},,`)])).toMatchObject({
      rows: { taken: 0, waiting: 1 },
    });
  });

  test.each([
    [`isrc:${isrc}`, `,${isrc},,`],
    ['content:x-1', 'x-1,,,'],
  ])('confirms %s, and the work has it from then on', async (name, names) => {
    await take('a.csv', [header, row(1, 7, names)]);
    expect(credited()).toEqual({});
    await link(name, 'two');
    expect(credited()).toEqual({ two: day });
    expect(await take('b.csv', [header, row(2, 8, names)])).toMatchObject({ rows: { taken: 1 } });
  });

  test.each([
    [`title:Excel One|${artist}`, `"title:excel one|${artist.toLowerCase()}" belongs to one.`],
    ['content:c-one', '"content:c-one" belongs to one.'],
    ['content:N/A', '"content:N/A" is not a name of a song.'],
    ['title:alone', '"title:alone" is not a name of a song.'],
    ['apple:x', '"apple:x" is not a name of a song.'],
    ['isrc:x', 'x is not an ISRC.'],
  ])('cannot give %s to a work', async (name, problem) => {
    await expect(link(name, 'two')).rejects.toThrow(problem);
  });
});

describe('[N-INP-03] rows credited to a work beside an ISRC that later belongs to another', () => {
  const isrc = 'QZBUG2600009';
  const fileOf = (streams: number) => [header, row(1, streams, `,${isrc},Excel One,${artist}`)];
  const link = { name: `isrc:${isrc}`, datId: 'two' };
  const daysOfBoth = () => [credited().one, credited().two];

  test('are taken back once a person links the ISRC to another work, even after a kill', async () => {
    await take('own.csv', fileOf(7));
    expect(daysOfBoth()).toEqual([day, undefined]);
    const learned = { ...noIdentifiers, isrcs: [isrc] };
    await remember(world.store, await loadWorkIndex(world.store), 'two', learned);

    const { returned } = await world.run([]);
    expect(returned).toEqual([{ name: link.name, datId: 'one', figures: 1 }]);
    expect(daysOfBoth()).toEqual([{ '2026-08-01': 0 }, day]);
    await take('later.csv', fileOf(8));
    expect(daysOfBoth()).toEqual([{ '2026-08-01': 0 }, { '2026-08-01': 8 }]);
    expect((await world.run([], { links: [link] })).returned).toEqual([]);

    await world.run([], { unlinks: [link] });
    expect(daysOfBoth()).toEqual([{ '2026-08-01': 8 }, { '2026-08-01': 0 }]);
  });

  test('wait when they are repeated after a releaser gave the ISRC to another work, until a person links it', async () => {
    await take('own.csv', fileOf(7));
    await world.changeRow('two', { recordingFacts: { isrc } });
    const { effects } = await take('later.csv', fileOf(8));
    expect([...effects.waiting.values()]).toMatchObject([
      { doubt: 'credited', candidates: [{ datId: 'one' }, { datId: 'two', isrc }] },
    ]);
    expect([...daysOfBoth(), world.queue()]).toEqual([day, undefined, 1]);

    const { returned } = await world.run([], { links: [link] });
    expect(returned).toMatchObject([{ datId: 'one', figures: 1 }]);
    expect([...daysOfBoth(), world.queue()]).toEqual([{ '2026-08-01': 0 }, { '2026-08-01': 8 }, 0]);
  });

  test("wait as well if the ISRC was the first work's own and was corrected", async () => {
    await world.changeRow('one', { recordingFacts: { isrc } });
    await take('own.csv', fileOf(7));
    await world.changeRow('one', { recordingFacts: {} });
    await world.changeRow('two', { recordingFacts: { isrc } });
    const { effects } = await take('later.csv', fileOf(8));
    expect([...effects.waiting.values()]).toMatchObject([{ doubt: 'credited' }]);
    expect([...daysOfBoth(), world.queue()]).toEqual([day, undefined, 1]);

    await world.run([], { links: [link] });
    expect([...daysOfBoth(), world.queue()]).toEqual([{ '2026-08-01': 0 }, { '2026-08-01': 8 }, 0]);
  });

  test('stay if the work itself is given the ISRC, or another one', async () => {
    await take('own.csv', fileOf(7));
    await world.changeRow('one', { recordingFacts: { isrc } });
    await take('later.csv', fileOf(8));
    expect([credited(), world.queue()]).toEqual([{ one: { '2026-08-01': 8 } }, 0]);
    await world.changeRow('one', { recordingFacts: { isrc: 'QZBUG2600010' } });
    expect((await take('last.csv', fileOf(9))).rows).toMatchObject({ taken: 0, waiting: 1 });
    expect(credited()).toEqual({ one: { '2026-08-01': 8 } });
  });
});
