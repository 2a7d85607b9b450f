import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import {
  aDat,
  aFile,
  memoryWorld,
  type SampleFile,
  sampleTime,
} from '@datchain/testing/server/stream-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const tabs = (line: string): string => line.replaceAll('|', '\t');
const count = fc.integer({ min: 0, max: 30 });
const day = fc.integer({ min: 1, max: 6 }).map((date) => `2026-08-0${date}`);
const madeAt = fc
  .integer({ min: 0, max: 12 })
  .map((days) => Date.parse('2026-08-07T00:00:00Z') + days * 43_200_000);

const stranger = 'QZABC2699999';

const misspelt = (title: string): string => `${title} by me`;

const works = [
  { isrc: 'QZABC2600001', title: 'Song One', artist: 'Ada Okonjo', appleId: '1001' },
  { isrc: 'QZABC2600002', title: 'Song Two', artist: 'Ada Okonjo', appleId: '1002' },
  { isrc: 'QZABC2600003', title: 'Nobody’s', artist: 'Éva', appleId: '1003' },
] as const;
const work = fc.constantFrom(...works);

const timeline = fc
  .record({
    dat: fc.constantFrom('one', 'two'),
    counts: fc.array(count, { minLength: 1, maxLength: 6 }),
    madeAt,
  })
  .map(({ dat, counts, madeAt }) =>
    aFile(
      'x-timeline.csv',
      ['date,streams', ...counts.map((streams, at) => `2026-08-0${at + 1},${streams}`)],
      { dat, platform: 'spotify', madeAt },
    ),
  );

const own = fc
  .record({
    rows: fc.uniqueArray(
      fc.record({
        work,
        day,
        count,
        names: fc.constantFrom('right', 'title', 'wrong title', 'wrong isrc', 'misspelt', 'both'),
        platform: fc.constantFrom('spotify', 'amazon_music', 'spndat'),
      }),
      {
        minLength: 1,
        maxLength: 6,
        selector: ({ work: { isrc }, day, platform }) => `${isrc} ${day} ${platform}`,
      },
    ),
    madeAt,
  })
  .map(({ rows, madeAt }) =>
    aFile(
      'own.csv',
      [
        'date,platform,streams,isrc,title,artist',
        ...rows.map(({ work, day, count, platform, names }) =>
          [day, platform, count, ...spelled(work, names)].join(','),
        ),
      ],
      { madeAt },
    ),
  );

function spelled({ isrc, title, artist }: (typeof works)[number], names: string): string[] {
  const [owner, other] = works;
  if (names === 'title') return ['', title, artist];
  if (names === 'misspelt') return ['', misspelt(title), artist];
  if (names === 'both') return [stranger, misspelt(title), artist];
  if (names === 'wrong title') return [owner.isrc, other.title, other.artist];
  return names === 'wrong isrc' ? [stranger, owner.title, owner.artist] : [isrc, title, artist];
}

const distrokid = fc
  .record({
    rows: fc.array(
      fc.record({
        work,
        quantity: fc.integer({ min: -30, max: 30 }),
        batch: fc.constantFrom('2026-08-25', '2026-09-25'),
        month: fc.constantFrom('2026-06', '2026-07'),
        names: fc.constantFrom('right', 'right', 'misspelt'),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    madeAt,
    complete: fc.boolean(),
  })
  .map(({ rows, madeAt, complete }) =>
    aFile(
      'd.tsv',
      [
        tabs(
          'Reporting Date|Sale Month|Store|Artist|Title|ISRC|Quantity|Song/Album|Earnings (USD)',
        ),
        ...rows.map(({ work, quantity, batch, month, names }) => {
          const [isrc, title, artist] = spelled(work, names);
          return tabs(`${batch}|${month}|Spotify|${artist}|${title}|${isrc}|${quantity}|Song|0`);
        }),
      ],
      { madeAt, complete },
    ),
  );

const appleStreams = fc
  .record({
    rows: fc.array(
      fc.record({ work, day, count, ingest: fc.constantFrom('2026-08-08', '2026-08-09') }),
      { minLength: 1, maxLength: 6 },
    ),
    madeAt,
  })
  .map(({ rows, madeAt }) =>
    aFile(
      'AppleMusic_Streams_85012345_20260808_V1_2.txt',
      [
        tabs('Datestamp|Ingest Datestamp|Apple Identifier|Streams'),
        ...rows.map(({ work, day, count, ingest }) =>
          tabs(`${day}|${ingest}|${work.appleId}|${count}`),
        ),
      ],
      { madeAt },
    ),
  );

const appleContent = fc.constant(
  aFile('AppleMusic_Content_85012345_20260808_V1_2.txt', [
    tabs('Apple Identifier|ISRC'),
    ...works.map(({ appleId, isrc }) => tabs(`${appleId}|${isrc}`)),
  ]),
);

const twoDays = fc
  .record({
    titles: fc.subarray(
      works.map(({ title }) => title),
      { minLength: 1 },
    ),
    count,
    files: fc.uniqueArray(fc.record({ day, madeAt }), {
      minLength: 2,
      maxLength: 2,
      selector: (file) => file.day,
    }),
  })
  .map(({ titles, count, files }) =>
    files.map(({ day, madeAt }) =>
      aFile(
        `songs_123_${day}_${day}.csv`,
        ['Song,Plays', ...titles.map((title) => `${title},${count}`)],
        { artist: 'Ada Okonjo', madeAt },
      ),
    ),
  );

// A file's date is fixed when it is first seen, so equal files are one file.
const others = fc.uniqueArray(fc.oneof(timeline, own, distrokid, appleStreams, appleContent), {
  minLength: 2,
  maxLength: 7,
  selector: ({ content, said }) => `${said?.dat} ${content}`,
});
const steps = fc.tuple(others, twoDays).map((both): Step[] => [linking, ...both.flat()]);

const laterWorks = [
  { SongName: 'Nobody’s', ArtistName: 'Eva' },
  { SongName: 'Called otherwise', recordingFacts: { isrc: works[2].isrc } },
] as const;

/**
 * A run without a file, in which a person links a misspelt title. No file has two rows about this work,
 * platform and day. Of such rows one counts if the link comes later, and none if it existed before (N-INP-05).
 */
const linking = {
  links: [{ name: `title:${misspelt(works[1].title)}|${works[1].artist}`, datId: 'two' }],
};

type Step = SampleFile | typeof linking;

async function figuresAfter(sequence: readonly Step[], later: (typeof laterWorks)[number]) {
  const world = await memoryWorld(
    [
      aDat('one', { SongName: 'Song One', recordingFacts: { isrc: works[0].isrc } }),
      aDat('two', { SongName: 'Song Two' }),
    ],
    // Work two learned this ISRC before work one got it as its own.
    { two: { isrcs: [works[0].isrc] } },
  );
  try {
    for (const step of sequence) {
      await ('links' in step ? world.run([], step) : world.import(step));
    }
    await world.addDats([aDat('three', { ...later })], 'p1');
    await world.run([]);
    return world.figures();
  } finally {
    world.remove();
  }
}

test(
  '[N-FCT-02] any order and any repetition of the same files and links gives the same figures',
  async () => {
    const shuffled = steps.chain((sequence) =>
      fc
        .tuple(
          fc.shuffledSubarray(sequence, { minLength: sequence.length }),
          fc.subarray(sequence),
          fc.shuffledSubarray(sequence),
        )
        .map(([order, again, late]) => [sequence, [...order, ...again, ...late]] as const),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, fc.constantFrom(...laterWorks), async ([one, other], later) => {
        expect(await figuresAfter(other, later)).toEqual(await figuresAfter(one, later));
      }),
      tries(20, 600),
    );
  },
  scale(600_000, 1_800_000),
);

const overlapping = fc
  .record({
    rows: fc.uniqueArray(
      fc.record({
        day: fc.constantFrom('2026-08-01', '2026-08-02'),
        count: fc.integer({ min: 1, max: 2 }),
        names: fc.nat(3),
      }),
      { minLength: 1, maxLength: 2, selector: (row) => row.day },
    ),
    hours: fc.nat(3),
  })
  .map(({ rows, hours }) => {
    const madeAt = sampleTime + hours * HOUR_MILLIS;
    const { title, artist } = works[1];
    const spellings = [title, misspelt(title)].flatMap((name) =>
      ['', stranger].map((isrc) => [isrc, name, artist].join(',')),
    );
    const lines = rows.map(
      ({ day, count, names }) => `${day},amazon_music,${count},${spellings[names]}`,
    );
    return aFile('own.csv', ['date,platform,streams,isrc,title,artist', ...lines], { madeAt });
  });

test(
  '[N-FCT-02] [N-INP-05] a link gives the same figures before, between and after overlapping reports',
  async () => {
    const reports = fc.uniqueArray(overlapping, {
      minLength: 3,
      maxLength: 5,
      selector: ({ content }) => content,
    });
    const shuffled = reports.chain((all) =>
      fc
        .shuffledSubarray<Step>([linking, ...all], { minLength: all.length + 1 })
        .map((order) => [all, order] as const),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([all, order]) => {
        const [later] = laterWorks;
        expect(await figuresAfter(order, later)).toEqual(
          await figuresAfter([linking, ...all], later),
        );
      }),
      tries(100, 3_000),
    );
  },
  scale(600_000, 1_800_000),
);

describe('[N-INP-04] an Apple id that two reports give to two works', () => {
  const isrcs = ['QZABC2600001', 'QZTWO2600002'] as const;
  const content = (date: string, isrc: string) =>
    aFile(`AppleMusic_Content_85012345_${date}_V1_2.txt`, [
      tabs('Apple Identifier|ISRC'),
      tabs(`1234567890|${isrc}`),
    ]);
  const streams = (day: string, count: number) =>
    aFile(`AppleMusic_Streams_85012345_${day.replaceAll('-', '')}_V1_2.txt`, [
      tabs('Datestamp|Ingest Datestamp|Apple Identifier|Streams'),
      tabs(`${day}|${day}|1234567890|${count}`),
    ]);
  const three = [
    content('20260701', isrcs[0]),
    content('20260702', isrcs[1]),
    streams('2026-07-01', 12),
  ];
  const inEveryOrder = three.flatMap((one, at) => {
    const [two, other] = three.filter((_, index) => index !== at) as [SampleFile, SampleFile];
    return [[[one, two, other]], [[one, other, two]]];
  });

  test.each(inEveryOrder)('belongs to no work until a person links it (%#)', async (sequence) => {
    const world = await memoryWorld([
      aDat('one', { recordingFacts: { isrc: isrcs[0] } }),
      aDat('two', { recordingFacts: { isrc: isrcs[1] } }),
    ]);
    const played = (id: string, day = '2026-07-01') =>
      (world.days(id, 'apple_music') as Record<string, number> | undefined)?.[day] ?? 0;
    try {
      for (const file of sequence) await world.import(file);
      expect([played('one'), played('two'), world.queue()]).toEqual([0, 0, 1]);
      await world.run([], { links: [{ name: 'apple:1234567890', datId: 'two' }] });
      expect([played('one'), played('two'), world.queue()]).toEqual([0, 12, 0]);
      await world.import(content('20260709', isrcs[0]));
      await world.import(streams('2026-07-02', 5));
      expect([played('one', '2026-07-02'), played('two', '2026-07-02')]).toEqual([0, 5]);
    } finally {
      world.remove();
    }
  });

  test('belongs to no work after an import that was killed at any write and run again', async () => {
    const [first, second, plays] = three as [SampleFile, SampleFile, SampleFile];
    let isKilled = true;
    for (let last = 0; isKilled; last++) {
      const world = await memoryWorld([
        aDat('one', { recordingFacts: { isrc: isrcs[0] } }),
        aDat('two', { recordingFacts: { isrc: isrcs[1] } }),
      ]);
      await world.import(first);
      await world.import(plays);
      expect(world.days('one', 'apple_music')).toEqual({ '2026-07-01': 12 });
      let writes = 0;
      const write: typeof world.store.write = async (batch) => {
        if (writes++ >= last) throw new Error('killed');
        return world.store.write(batch);
      };
      const { live } = world;
      isKilled = await world.import(second, { store: { ...world.store, write }, live }).then(
        () => false,
        () => true,
      );
      await world.import(second);
      const days = world.days('one', 'apple_music') as Record<string, number>;
      expect([days['2026-07-01'], world.queue()], `killed at write ${last}`).toEqual([0, 1]);
      world.remove();
    }
  });
});
