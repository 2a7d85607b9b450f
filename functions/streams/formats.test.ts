import { gzipSync } from 'node:zlib';
import {
  aDat,
  aFile,
  type MemoryWorld,
  memoryWorld,
} from '@datchain/testing/server/stream-runs.ts';
import { aZip } from '@datchain/testing/server/zip.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let world: MemoryWorld;

beforeEach(async () => {
  world = await memoryWorld(
    [
      aDat('one', { SongName: 'Song One' }),
      aDat('two', { SongName: 'Halogen (Remix)', contentId: 'c-two' }),
    ],
    { one: { isrcs: ['QZABC2600001'], appleIdentifiers: [] } },
  );
});
afterEach(() => world.remove());

const only = ({ files }: { files: readonly unknown[] }) => {
  expect(files).toHaveLength(1);
  return files[0];
};

describe('our own CSV', () => {
  const header = 'date,platform,streams,content_id,isrc,title,artist';

  test("[R-ANA-06] writes downloads beside streams, and the site's own plays into the stream stats", async () => {
    await world.import(
      aFile('own.csv', [
        'date,platform,streams,downloads,isrc',
        '2026-08-01,amazon_music,20,3,QZABC2600001',
        '2026-08-02,amazon_music,21,,QZABC2600001',
        '2026-07-31,spndat,5,,QZABC2600001',
        '2026-08-02,spndat,7,,QZABC2600001',
      ]),
    );
    expect(world.days('one', 'amazon_music')).toEqual({
      '2026-08-01': { streams: 20, downloads: 3 },
      '2026-08-02': 21,
    });
    expect(await world.ownStats('one')).toEqual({
      daily: { '2026-07-31': 5, '2026-08-02': 7 },
      weekly: { '2026-W31': 12 },
      monthly: { '2026-07': 5, '2026-08': 7 },
    });
  });

  test('refuses the file with nothing written when more than one line in twenty is bad', async () => {
    const before = world.figures();
    const lines = Array.from({ length: 19 }, () => '2026-08-01,spotify,1,,QZABC2600001,,');
    const outcome = await world.import(
      aFile('own.csv', [
        header,
        ...lines,
        '2026-08-01,spotify,-1,,QZABC2600001,,',
        'x,,,,,,',
        'y,,,,,,',
      ]),
    );
    expect(only(outcome)).toMatchObject({
      kind: 'refused',
      reason: '3 of 22 rows cannot be used, more than one in twenty. Nothing was taken.',
      bad: [{ lines: [22, 23] }, { lines: [21] }],
    });
    expect(world.figures()).toEqual(before);
  });

  test('[N-INP-05] refuses two rows of a waiting title for one day, of which one has an ISRC', async () => {
    const outcome = await world.import(
      aFile('own.csv', [
        header,
        '2026-08-01,spotify,1,,QZABC2600009,New,Ada Okonjo',
        '2026-08-01,spotify,2,,,New,Ada Okonjo',
        '2026-08-02,spotify,3,,,New,Ada Okonjo',
      ]),
    );
    expect(only(outcome)).toMatchObject({
      rows: { inFile: 3, taken: 0, waiting: 1, refused: 2 },
      refused: [{ lines: [2, 3] }],
    });
    await world.addDats([aDat('new', { SongName: 'New' })], 'p1');
    await world.run([]);
    expect(world.days('new', 'spotify')).toEqual({ '2026-08-02': 3 });
  });

  test('[N-INP-05] refuses all rows of a song, platform and day that has more than one, and says so', async () => {
    const outcome = await world.import(
      aFile('own.csv', [
        header,
        '2026-08-01,spotify,1,,QZABC2600001,,',
        '2026-08-01,spotify,2,,QZABC2600001,,',
        '2026-08-02,spotify,3,,QZABC2600001,,',
        '2026-08-03,spotify,4,,QZABC2600001,,',
        '2026-08-03,spotify,4,,,Song One,Ada Okonjo',
      ]),
    );
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-02': 3 });
    expect(only(outcome)).toMatchObject({
      rows: { inFile: 5, taken: 1, waiting: 0, refused: 4 },
      refused: [
        { reason: expect.stringContaining('on spotify, 2026-08-01'), lines: [2, 3] },
        { reason: expect.stringContaining('on spotify, 2026-08-03'), lines: [5, 6] },
      ],
    });
  });
});

describe('the bytes of a file', () => {
  const text = 'date,platform,streams,title,artist\r\n2026-08-01,spotify,7,Song One,Ada Okonjo\r\n';
  const utf16 = (order: 'le' | 'be') => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return order === 'le' ? bytes : bytes.swap16();
  };

  test.each([
    ['CR alone', Buffer.from(text.replaceAll('\r\n', '\r'))],
    ['a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', utf16('le')],
    ['UTF-16, big end first', utf16('be')],
    ['UTF-16 without a mark, little end first', utf16('le').subarray(2)],
    ['UTF-16 without a mark, big end first', utf16('be').subarray(2)],
    ['gzip', gzipSync(text)],
    ['zip', aZip({ 'folder/report.csv': text, '__MACOSX/._report.csv': 'noise' })],
    ['gzip in zip', aZip({ 'report.csv.gz': gzipSync(text) })],
    ['gzip in gzip', gzipSync(gzipSync(text))],
    ['preamble lines', Buffer.from(`Report of streams\r\n\r\n${text}`)],
  ])('a file with %s is read', async (_name, content) => {
    await world.import({ name: 'report', content });
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7 });
  });

  test('a file that is not UTF-8 is read as Latin-1, with a warning', async () => {
    await world.addDats([aDat('three', { SongName: 'Été' })], 'p1');
    const content = Buffer.from(text.replace('Song One', 'Été'), 'latin1');
    const outcome = await world.import({ name: 'report.csv', content });
    expect(only(outcome)).toMatchObject({ warnings: [expect.stringContaining('Latin-1')] });
    expect(world.days('three', 'spotify')).toEqual({ '2026-08-01': 7 });
  });

  test.each(['\v', '\f', '\u0085', '\u2028', '\u2029', '\u001e'])(
    '[N-INP-05] a file whose rows end with %j is refused, naming that character',
    async (sign) => {
      const content = text.replaceAll('\r\n', sign);
      const code = `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
      expect(only(await world.import({ name: 'report.csv', content }))).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining(`${code}, which does not end a line`),
      });
    },
  );

  test.each([
    ['an empty file', Buffer.alloc(0), 'There is nothing in it.'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), 'Reports are tables'],
    [
      'a quote that never closes',
      `date,platform,streams,isrc\n"2026-08-01,spotify,1,${'x'.repeat(90_000)}`,
      'Line 2: a quote opens in the column "date"',
    ],
    [
      'a line of a megabyte',
      `date,platform,streams,isrc\n2026-08-01,${'x'.repeat(1_000_000)}`,
      'Line 2 is longer',
    ],
    ['a header alone', 'date,platform,streams,isrc\n', 'no rows'],
    [
      'rows that are one cell each',
      '"date,platform,streams,isrc"\n"2026-08-01,spotify,1,QZABC2600001"\n',
      'Each row is one cell in quotes.',
    ],
    ['a zip that lies about its size', aZip({ 'report.csv': text }, { size: 5 }), 'damaged'],
  ])('%s is refused with the reason', async (_name, content, reason) => {
    const outcome = await world.import({ name: 'report.csv', content });
    expect(only(outcome)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    });
  });
});

describe('[N-INP-06] a report as DistroKid and Excel write it', () => {
  const tabs = (line: string): string => line.replaceAll('|', '\t');
  const header =
    'Date Inserted|Reporting Date|Sale Month|Store|Artist|Title|ISRC|UPC|Quantity|Team Percentage|Source Type|Country of Sale|Songwriter Royalties Withheld (USD)|Earnings (USD)|Recoup (USD)';
  const line = (quantity: string) =>
    `2026-05-25|2026-05-25|2026-02|Spotify|Ada Okonjo|Song One||190000000001|${quantity}|50|Song|FR|0.0|0.011|`;

  test('that writes thousands in two ways is refused', async () => {
    const few = Array.from({ length: 24 }, (_, at) => line(String(at + 1)));
    const lines = [header, line('1.024'), line('"1,024"'), ...few].map(tabs);
    expect(only(await world.import(aFile('d.tsv', lines)))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('The column "Quantity" has both "1.024" and "1,024"'),
    });
  });

  test('with thousands that may be decimals is read, and the import says how', async () => {
    const few = ['3', '4', '5.000', '12.000'].map((quantity) => tabs(line(quantity)));
    const outcome = await world.import(aFile('d.tsv', [tabs(header), ...few]));
    expect(only(outcome)).toMatchObject({
      warnings: [
        expect.stringMatching(/^Line 4: the column "Quantity" has "5\.000", .* read as 5,000/),
      ],
    });
    const more = await world.import(
      aFile('e.tsv', [tabs(header), ...few, tabs(line('1.024.000'))]),
    );
    expect(only(more)).toMatchObject({ warnings: [] });
  });

  test.each([
    ['a month', tabs(header), tabs(line('5').replace('2026-02', '2026-09')), '2026-09'],
    [
      'a month at TuneCore',
      'Sales Period,Posted Date,Store Name,# Units Sold,Sales Type,Song Title,Artist',
      '2027-01-01,2026-08-02,Spotify,5,Streaming,Song One,Ada Okonjo',
      '2027-01',
    ],
    [
      'a day at Apple',
      tabs('Datestamp|Apple Identifier|Streams'),
      tabs('20260821|77|5'),
      '2026-08-21',
      'AppleMusic_Streams_85012345_20260820_V1_2.txt',
    ],
    [
      'a period of Apple',
      'Song,Plays',
      'Song One,5',
      '2026-08-21',
      'songs_1_2026-08-20_2026-08-21.csv',
    ],
  ])(
    'with %s later than the file is refused with its line',
    async (_what, columns, row, example, name = 'd.tsv') => {
      const outcome = await world.import(aFile(name, [columns, row], { artist: 'Ada Okonjo' }));
      expect(only(outcome)).toMatchObject({
        kind: 'refused',
        bad: [
          { reason: expect.stringMatching(/later than the file.*--made-at/), example, lines: [2] },
        ],
      });
    },
  );

  test('before 2025, without a Reporting Date, is refused naming that column', async () => {
    const lines = [
      'Sale Month|Store|Artist|Title|ISRC|Quantity|Song/Album|Country of Sale|Earnings (USD)',
      '2024-11|Spotify|Ada Okonjo|Song One||2|Song|US|0.005',
    ];
    expect(only(await world.import(aFile('d.tsv', lines.map(tabs))))).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^It has no column "Reporting Date"\. .*Download/),
    });
  });

  test.each([
    ['date,platform,streams', '2026-08-01,spotify,1', 'no column that names a song: "content_id"'],
    ['date,platform,streams,isrc,streams', '2026-08-01,spotify,1,,2', 'the column "streams" twice'],
    [
      'Sales Period,Store Name,# Units Sold,Sales Type',
      '2026-06,Spotify,1,Streaming',
      '"Posted Date"',
    ],
  ])(
    'with the columns %s is refused naming the wrong or missing one',
    async (columns, row, reason) => {
      expect(only(await world.import(aFile('a.csv', [columns, row])))).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining(reason),
      });
    },
  );
});
