import {
  aDat,
  aFile,
  type MemoryWorld,
  memoryWorld,
  sampleTime,
} from '@datchain/testing/server/stream-runs.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let world: MemoryWorld;

beforeEach(async () => {
  world = await memoryWorld(
    [
      aDat('one', { SongName: 'Song One' }),
      aDat('why', { SongName: 'Why?' }),
      aDat('two', { SongName: 'Song Two', ArtistName: 'Éva' }),
    ],
    { one: { isrcs: ['QZABC2600001'], appleIdentifiers: [] } },
  );
});
afterEach(() => world.remove());

type Outcome = Awaited<ReturnType<MemoryWorld['import']>>;
const first = ({ files }: Outcome) => files[0];
const tabs = (line: string): string => line.replaceAll('|', '\t');

describe('Spotify for Artists song timeline', () => {
  const days = (...streams: (number | string)[]) =>
    streams.map((count, index) => `2026-08-${String(index + 1).padStart(2, '0')},${count}`);
  const why = { platform: 'spotify', dat: 'why' } as const;

  test("asks for its song and platform, and guesses from the file's name", async () => {
    const file = ['date,streams', ...days(1, 2, 3)];
    for (const said of [{}, { dat: 'why' }, { platform: 'spotify' as const }]) {
      const outcome = await world.import(aFile('Why_-timeline (1).csv', file, said));
      expect(first(outcome)).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining('--dat why (Why?, Ada Okonjo)'),
      });
    }
    await expect(world.import(aFile('a.csv', file, { dat: 'none' }))).rejects.toThrow(
      'There is no DAT with the id none.',
    );
  });

  test('holds back the last row and days not over for 48 hours', async () => {
    const madeAt = Date.parse('2026-08-06T00:00:00Z');
    const lines = ['\ufeffdate,streams', ...days(10, 20, '"1,024"', 40, 50)];
    const outcome = await world.import(aFile('a.csv', lines, { ...why, madeAt }));
    expect(world.days('why', 'spotify')).toEqual({
      '2026-08-01': 10,
      '2026-08-02': 20,
      '2026-08-03': 1024,
    });
    expect(first(outcome)).toMatchObject({ effects: { held: 2 } });

    await world.import(aFile('a.csv', ['date,streams', ...days(10, 20, 1024, 41, 55, 60)], why));
    expect(world.days('why', 'spotify')).toMatchObject({ '2026-08-04': 41, '2026-08-05': 55 });
    expect(world.days('why', 'spotify')).not.toHaveProperty('2026-08-06');
  });

  test('asks about the days if a spreadsheet may have rewritten them and they are ambiguous', async () => {
    const lines = ['date;streams', '3/13/2025;1', '3/5/2025;2', '3/14/2025;3'];
    expect(first(await world.import(aFile('a.csv', lines, why)))).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^Line 3: "3\/5\/2025" .* --dates mdy or --dates dmy/),
    });
    await world.import(aFile('a.csv', lines, { ...why, slashDates: 'mdy' }));
    expect(world.days('why', 'spotify')).toEqual({ '2025-03-05': 2, '2025-03-13': 1 });
  });

  test('counts for each of two songs with equal files', async () => {
    const lines = ['date,streams', ...days(1, 2, 3)];
    for (const dat of ['why', 'one', 'one']) {
      await world.import(aFile('a.csv', lines, { dat, platform: 'spotify' }));
    }
    expect(world.days('one', 'spotify')).toEqual(world.days('why', 'spotify'));
    const again = await world.import(aFile('a.csv', lines, why));
    expect(first(again)?.kind).toBe('known');
  });

  test('finds its song by title alone if one DAT has it', async () => {
    const lines = ['date,streams', ...days(1, 2, 3)];
    await world.import(aFile('a.csv', lines, { song: 'WHY?', platform: 'spotify' }));
    expect(world.days('why', 'spotify')).toMatchObject({ '2026-08-01': 1 });
    const asked = (song: string) =>
      world.import(aFile('a.csv', lines, { song, platform: 'spotify' }));
    await expect(asked('Nothing')).rejects.toThrow('No DAT is called "Nothing".');
    await expect(asked('Why')).rejects.toThrow(
      'No DAT is called "Why". Say --dat why (Why?, Ada Okonjo)',
    );
  });
});

describe('Apple Music for Artists songs', () => {
  test('keeps a longer period as one figure, and does not spread it over days', async () => {
    const said = { artist: 'ada okonjo' };
    await world.import(
      aFile('songs_1_2026-07-01_2026-07-31.csv', ['Song,Plays', 'Song One,900'], said),
    );
    await world.import(
      aFile('songs_1_2020-01-01_2026-08-10.csv', ['Song,Plays', 'Song One,5000'], said),
    );
    expect(world.days('one', 'apple_music')).toBeUndefined();
    expect(world.months('one')).toEqual({
      apple_music: {
        '2026-07': { apple_songs: 900 },
        '2020-01-01..2026-08-10': { apple_songs: 5000 },
      },
    });
  });
});

describe('DistroKid', () => {
  const header = tabs(
    'Date Inserted|Reporting Date|Sale Month|Store|Artist|Title|ISRC|UPC|Quantity|Team Percentage|Source Type|Country of Sale|Songwriter Royalties Withheld (USD)|Earnings (USD)|Recoup (USD)',
  );
  const line = (store: string, quantity: number | string, more: Record<string, string> = {}) => {
    const { month = '2026-06', batch = '2026-08-25', isrc = 'QZABC2600001', kind = 'Song' } = more;
    return tabs(
      `2026-08-25|${batch}|${month}|${store}|Ada Okonjo|Song "One"|${isrc}|198000000001|${quantity}|100|${kind}|FR|0.00|3.10|`,
    );
  };

  test('sums the countries of a month, keeps streams only, and shows them as months', async () => {
    const outcome = await world.import({
      name: 'distrokid.tsv',
      content: [
        header,
        line('Spotify', 1000),
        line('Spotify', 1000),
        line('Spotify', -50),
        line('Amazon Unlimited', 7),
        line('iTunes - Apple Music – US', 5),
        line('iTunes', 3),
        line('Amazon MP3-DE', 3),
        line('Deezer', 9),
        line('Amazon Cloud Player', 9),
        line('Spotify', 9, { kind: 'Album' }),
      ].join('\r'),
    });
    expect(world.months('one')).toEqual({
      spotify: { '2026-06': { distrokid: 1950 } },
      amazon_music: { '2026-06': { distrokid: 7 } },
      apple_music: { '2026-06': { distrokid: 5 } },
    });
    expect(world.days('one', 'spotify')).toBeUndefined();
    expect(first(outcome)).toMatchObject({
      rows: { inFile: 10, taken: 5, waiting: 0, refused: 5 },
      refused: expect.arrayContaining([
        { reason: 'copies sold, not streams', count: 2, lines: [7, 8] },
        { reason: 'an unknown store: "Amazon Cloud Player"', count: 1, lines: [10] },
        { reason: 'an album, not a song', count: 1, lines: [11] },
      ]),
    });
  });

  test('adds later batches of a month, and corrects it by negative ones', async () => {
    await world.import(aFile('a.tsv', [header, line('Spotify', 100)]));
    await world.import(aFile('b.tsv', [header, line('Spotify', -30, { batch: '2026-09-25' })]));
    expect(world.months('one')).toEqual({ spotify: { '2026-06': { distrokid: 70 } } });
    const below = await world.import(
      aFile('c.tsv', [header, line('Spotify', -90, { batch: '2026-10-25' })]),
    );
    expect(first(below)).toMatchObject({
      effects: { belowZero: [{ datId: 'one', source: 'distrokid', period: '2026-06' }] },
    });
    expect(world.months('one')).toEqual({ spotify: { '2026-06': {} } });
  });

  test('does not replace a batch by a report with fewer lines, until a person vouches for it', async () => {
    const whole = aFile('a.tsv', [header, line('Spotify', 100), line('Spotify', 40)]);
    const part = aFile('b.tsv', [header, line('Spotify', 100)]);
    await world.import(whole);
    expect(first(await world.import(part))).toMatchObject({
      effects: { shorter: new Set(['distrokid 2026-08-25']) },
    });
    expect(world.months('one')).toEqual({ spotify: { '2026-06': { distrokid: 140 } } });
    await world.import({ ...part, said: { complete: true } });
    expect(world.months('one')).toEqual({ spotify: { '2026-06': { distrokid: 100 } } });
  });

  test('adds up a single and an album version of one DAT, even if one is confirmed later', async () => {
    const album = line('Spotify', 40, { isrc: 'QZABC2600077' }).replace('Song "One"', 'Song 1');
    await world.import(aFile('a.tsv', [header, line('Spotify', 100), album]));
    expect(world.months('one')).toEqual({ spotify: { '2026-06': { distrokid: 100 } } });
    await world.run([], { links: [{ name: 'isrc:QZABC2600077', datId: 'one' }] });
    expect(world.months('one')).toEqual({ spotify: { '2026-06': { distrokid: 140 } } });
  });
});

describe('TuneCore', () => {
  const header =
    'Sales Period,Posted Date,Store Name,Country Of Sale,Artist,Release Type,Release Title,Song Title,Label,UPC,Optional UPC,TC Song ID,Optional ISRC,Sales Type,# Units Sold,Per Unit Price,Net Sales,Net Sales Currency,Exchange Rate,Total Earned,Currency';
  const line = (more: Record<string, string>) => {
    const { store = 'Spotify', artist = 'Éva', title = 'Song Two', tc = '', isrc = '' } = more;
    const { type = 'Streaming', units = '38' } = more;
    return `2026-06-01,2026-08-02,${store},FR,${artist},Album,Album,${title},Label,8.6E+11,,${tc},${isrc},${type},${units},0.003,0.11,USD,,0.11,USD`;
  };

  test('takes the ISRC, else title and artist; a song id of TuneCore alone waits until it is linked', async () => {
    const outcome = await world.import(
      aFile('a.csv', [
        header,
        line({ isrc: 'QZ-ABC-26-00001', title: 'Other' }),
        line({ tc: 'USTCZ2600001' }),
        line({ tc: 'USTCZ2600001', artist: '', title: '', units: '2' }),
        line({ type: 'Download' }),
        line({ store: 'Nowhere FM' }),
      ]),
    );
    expect(world.months('one')).toEqual({ spotify: { '2026-06': { tunecore: 38 } } });
    expect(world.months('two')).toEqual({ spotify: { '2026-06': { tunecore: 38 } } });
    // A row never takes the title of another row, until a person links the id.
    expect(first(outcome)).toMatchObject({
      rows: { inFile: 5, taken: 2, waiting: 1, refused: 2 },
    });
    await world.run([], { links: [{ name: 'isrc:USTCZ2600001', datId: 'two' }] });
    expect(world.months('two')).toEqual({ spotify: { '2026-06': { tunecore: 40 } } });
  });
});

describe('Apple Summary Streams and Content', () => {
  const header = tabs(
    'Datestamp|Ingest Datestamp|Apple Identifier|Storefront Name|Time Bucket|Subscription Type|Streams',
  );
  const line = (day: string, ingest: string, streams: number | string) =>
    tabs(`${day}|${ingest}|1234567890|US|0|Individual|${streams}`);
  const streams = (date: string, ...lines: string[]) =>
    aFile(`AppleMusic_Streams_85012345_${date}_V1_2.txt`, [header, ...lines]);
  const content = aFile('AppleMusic_Content_85012345_20260702_V1_2.txt', [
    tabs('Apple Identifier|ISRC|Title|Artist'),
    tabs('1234567890|QZABC2600001|"Song One|Ada Okonjo'),
    tabs('1111111111||An album|Ada Okonjo'),
    tabs('2222222222|QZABC2600002|Not a DAT|Ada Okonjo'),
  ]);

  test('sums lines and adds late plays, whichever report comes first', async () => {
    await world.import(
      streams('20260702', line('2026-07-01', '2026-07-02', 3), line('20260701', '2026-07-02', 4)),
    );
    expect(world.days('one', 'apple_music')).toBeUndefined();
    await world.import(content);
    expect(world.days('one', 'apple_music')).toEqual({ '2026-07-01': 7 });
    await world.import(streams('20260705', line('07/01/2026', '2026-07-05', 2)));
    expect(world.days('one', 'apple_music')).toEqual({ '2026-07-01': 9 });
  });

  test('replaces the figures of a batch that is imported again', async () => {
    await world.import(content);
    await world.import(streams('20260702', line('2026-07-01', '2026-07-02', 3)));
    await world.import(
      streams('20260702', line('2026-07-01', '2026-07-02', 3), line('2026-07-01', '2026-07-02', 1)),
    );
    expect(world.days('one', 'apple_music')).toEqual({ '2026-07-01': 4 });
  });
});

describe('figures of a day and of a month', () => {
  test('are shown apart, and the month is checked against its days', async () => {
    const days = Array.from(
      { length: 30 },
      (_, index) => `2026-06-${String(index + 1).padStart(2, '0')},spotify,10,QZABC2600001`,
    );
    await world.import(aFile('own.csv', ['date,platform,streams,isrc', ...days]));
    const { published } = await world.import(
      aFile('d.tsv', [
        tabs('Reporting Date|Sale Month|Store|ISRC|Quantity|Song/Album|Earnings (USD)'),
        tabs('2026-08-25|2026-06|Spotify|QZABC2600001|312|Song|0.1'),
      ]),
    );
    expect(published.checks).toEqual([
      {
        datId: 'one',
        platform: 'spotify',
        month: '2026-06',
        source: 'distrokid',
        fromDays: 300,
        fromMonth: 312,
      },
    ]);
    expect(world.days('one', 'spotify')).toMatchObject({ '2026-06-30': 10 });
  });

  test('[N-INP-05] a lower figure does not count beside a higher one of the same time, and the import says so', async () => {
    const csv = (streams: number, said?: { madeAt: number }) =>
      aFile(
        'own.csv',
        ['date,platform,streams,isrc', `2026-08-01,spotify,${streams},QZABC2600001`],
        said,
      );
    const effectsOf = async (file: ReturnType<typeof csv>) => {
      const outcome = first(await world.import(file));
      return outcome?.kind === 'taken' ? [outcome.warnings, outcome.effects.changes] : outcome;
    };
    expect(await effectsOf(csv(100))).toEqual([[], []]);
    const warning =
      'one on 2026-08-01: 90 does not count, because another report of the same time has 100, and the higher figure counts. If 90 is right, import its report again with a later --made-at.';
    expect(await effectsOf(csv(90))).toEqual([[warning], []]);
    expect(await effectsOf(csv(100, { madeAt: sampleTime - 1 }))).toEqual([[], []]);
    // A person's later time is trusted.
    expect(await effectsOf(csv(90, { madeAt: sampleTime + 1 }))).toMatchObject([
      [],
      [{ after: { streams: 90 } }],
    ]);
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 90 });
    expect(first(await world.import(csv(90, { madeAt: sampleTime + 1 })))?.kind).toBe('known');
  });
});
