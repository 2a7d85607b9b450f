import { describe, expect, test } from 'vitest';
import {
  appleContent,
  appleSongs,
  appleStreams,
  distrokid,
  ownCsv,
  spotifyTimeline,
  tunecore,
} from './formats.ts';
import { type FileFacts, type Format, impossibleFigure, type Opened, type Row } from './rows.ts';

type Cells = Readonly<Record<string, string>>;
type Said = Partial<FileFacts>;

const facts = { name: 'report.csv', madeAt: Date.parse('2026-08-10T23:59:59Z') };

const opened = (format: Format, cells: Cells, said: Said = {}): Opened =>
  format.open({ ...facts, ...said }, new Set(Object.keys(cells)));

function read(format: Format, cells: Cells, said?: Said): Row {
  const file = opened(format, cells, said);
  return file.kind === 'lines' ? file.read((column) => cells[column] ?? '') : file;
}

const day = (date: string) => ({ kind: 'day', day: date });
const bad = (reason: string, example: string) => ({ kind: 'bad', reason, example });
const skip = (reason: string) => ({ kind: 'skip', reason });
const late =
  'the day is later than the file, which was last changed on 2026-08-10. If it was exported later, say when: --made-at 2026-07-31T12:00:00Z';

describe('our own CSV', () => {
  const cells = { date: ' 2026-08-10 ', platform: 'Apple Music', streams: '12' };
  const names = { content_id: 'c', isrc: 'i', title: 't', artist: 'a' };

  test('gives song, platform, day and plays', () => {
    const named = { contentId: 'c', isrc: 'i', title: 't', artist: 'a' };
    const figure = { kind: 'figure', platform: 'apple_music', period: day('2026-08-10') };
    const plays = { streams: 12 };
    expect(read(ownCsv, { ...cells, ...names })).toStrictEqual({ ...figure, plays, named });
    expect(read(ownCsv, { ...cells, ...names, downloads: '3' })).toEqual({
      ...figure,
      plays: { streams: 12, downloads: 3 },
      named,
    });
    expect(read(ownCsv, { ...cells, ...names, downloads: ' ' })).toEqual({
      ...figure,
      plays,
      named,
    });
  });

  test.each([
    [{ date: '8.1.2026' }, 'the date is not a day written YYYY-MM-DD', '8.1.2026'],
    [{ date: '2026-08-11' }, late, '2026-08-11'],
    [{ date: '1899-12-31' }, 'the day is before music was streamed', '1899-12-31'],
    [
      { platform: 'myspace' },
      'the platform is not one of spotify, apple_music, amazon_music, spndat',
      'myspace',
    ],
    [{ streams: '1,5' }, 'streams is not a whole number in digits 0–9', '1,5'],
    [{ streams: ' ' }, 'streams is empty', ''],
    [{ streams: '-1' }, 'streams is below zero', '-1'],
    [{ downloads: 'x' }, 'downloads is not a whole number in digits 0–9', 'x'],
  ])('with %j cannot be used', (change, reason, example) => {
    expect(read(ownCsv, { ...cells, ...change })).toEqual(bad(reason, example));
  });

  test.each([
    [{ date: '7/31/2026' }, '2026-07-31', 12],
    [{ date: '٢٠٢٦-٠٨-٠١' }, '2026-08-01', 12],
    [{ streams: '١٬٠٢٤' }, '2026-08-10', 1_024],
    [{ streams: '１，０２４' }, '2026-08-10', 1_024],
    [{ streams: '१२' }, '2026-08-10', 12],
  ])('[N-INP-06] with %j is read as the day %s and %i streams', (change, date, streams) => {
    const figure = { kind: 'figure', period: day(date), plays: { streams } };
    expect(read(ownCsv, { ...cells, ...change })).toMatchObject(figure);
  });

  test('[N-INP-06] asks which day 8/1/2026 is, and reads it as the person answers', () => {
    const date = '8/1/2026';
    expect(read(ownCsv, { ...cells, date })).toMatchObject({ kind: 'ask' });
    const said = read(ownCsv, { ...cells, date }, { slashDates: 'mdy' });
    expect(said).toMatchObject({ period: day('2026-08-01') });
  });
});

describe('a song timeline of Spotify for Artists', () => {
  const cells = { date: '2026-08-10', streams: '1,024' };
  const said = { song: { datId: 'why' }, platform: 'spotify' as const };

  test('is about the song that a person names', () => {
    expect(read(spotifyTimeline, cells, said)).toEqual({
      kind: 'figure',
      named: { datId: 'why' },
      platform: 'spotify',
      period: day('2026-08-10'),
      plays: { streams: 1_024 },
    });
  });

  test.each([
    {},
    { song: said.song },
    { platform: said.platform },
    { ...said, platform: 'spndat' },
  ])('asks for song and platform if given only %j', (partly) => {
    const asked = read(spotifyTimeline, cells, partly as Said);
    expect(asked).toMatchObject({
      kind: 'ask',
      question: expect.stringMatching(/--platform.*--dat/),
    });
  });

  test.each([
    [{ date: 'yesterday' }, 'the date is not a day written YYYY-MM-DD', 'yesterday'],
    [{ date: '2026-08-11' }, late, '2026-08-11'],
    [{ streams: '1.5' }, 'streams is not a whole number in digits 0–9', '1.5'],
  ])('with %j cannot be used', (change, reason, example) => {
    expect(read(spotifyTimeline, { ...cells, ...change }, said)).toEqual(bad(reason, example));
  });

  test('[N-INP-06] with two thousands separators cannot be read', () => {
    const file = opened(spotifyTimeline, cells, said);
    if (file.kind !== 'lines') throw new Error(file.question);
    const all = ['1,024', '12', '1.024'].map((streams) =>
      file.read((column) => ({ ...cells, streams })[column] ?? ''),
    );
    expect(all.map(({ kind }) => kind)).toEqual(['figure', 'figure', 'figure']);
    expect(file.problem?.()).toContain('has both "1.024" and "1,024"');
  });

  test('asks for the order if day and month are ambiguous', () => {
    const line = { ...cells, date: ' 3/5/2025 ' };
    expect(read(spotifyTimeline, line, said)).toMatchObject({
      kind: 'ask',
      question: expect.stringMatching(/^"3\/5\/2025" may be .*--dates mdy/),
    });
    const answered = read(spotifyTimeline, line, { ...said, slashDates: 'dmy' });
    expect(answered).toMatchObject({ period: day('2025-05-03') });
  });
});

describe('a DistroKid report', () => {
  const cells = {
    'sale month': '2026-06',
    'reporting date': ' 2026-08-25 ',
    store: 'Spotify',
    quantity: '-30',
    'source type': 'Song',
    isrc: 'i',
    title: 't',
    artist: 'a',
  };

  test('adds its batch to a month, even a negative count', () => {
    expect(read(distrokid, cells)).toEqual({
      kind: 'figure',
      platform: 'spotify',
      batch: '2026-08-25',
      period: { kind: 'month', month: '2026-06' },
      plays: { streams: -30 },
      named: { isrc: 'i', title: 't', artist: 'a' },
    });
  });

  test.each([
    [{ 'sale month': 'June' }, bad('the Sale Month is not a month written YYYY-MM', 'June')],
    [
      { 'reporting date': '2026-08' },
      bad('the Reporting Date is not a day written YYYY-MM-DD', '2026-08'),
    ],
    [{ quantity: 'x' }, bad('the Quantity is not a whole number in digits 0–9', 'x')],
    [{ 'source type': ' ALBUM ' }, skip('an album, not a song')],
    [{ 'source type': '', 'song/album': 'Album' }, skip('an album, not a song')],
    [{ store: 'iTunes' }, skip('copies sold, not streams')],
    [{ store: 'Deezer' }, skip('streams on a platform that is not shown')],
    [{ store: ' Nowhere FM ' }, skip('an unknown store: "Nowhere FM"')],
  ])('with %j adds nothing', (change, row) => {
    expect(read(distrokid, { ...cells, ...change })).toEqual(row);
  });
});

describe('a TuneCore report', () => {
  const cells = {
    'sales period': '2026-06-01',
    'posted date': ' 2026-08-02 ',
    'store name': 'Spotify',
    '# units sold': '38',
    'sales type': ' streaming',
    'optional isrc': 'QZ-ABC-26-00001',
    'tc song id': 'USTCZ2600001',
    'song title': 't',
    artist: 'a',
  };

  test('adds its batch to a month', () => {
    expect(read(tunecore, cells)).toEqual({
      kind: 'figure',
      platform: 'spotify',
      batch: '2026-08-02',
      period: { kind: 'month', month: '2026-06' },
      plays: { streams: 38 },
      named: { isrc: 'QZABC2600001', title: 't', artist: 'a' },
    });
  });

  test('uses the song id of TuneCore if there is no other ISRC', () => {
    const named = { isrc: 'USTCZ2600001' };
    expect(read(tunecore, { ...cells, 'optional isrc': '' })).toMatchObject({ named });
  });

  test.each([
    [{ 'sales period': '2026' }, bad('the Sales Period is not a month written YYYY-MM', '2026')],
    [
      { 'posted date': '2026-08' },
      bad('the Posted Date is not a day written YYYY-MM-DD', '2026-08'),
    ],
    [{ '# units sold': 'x' }, bad('# Units Sold is not a whole number in digits 0–9', 'x')],
    [{ 'sales type': 'Download' }, skip('copies sold, not streams')],
    [{ 'sales type': 'Not a stream' }, skip('copies sold, not streams')],
    [{ 'store name': 'Deezer' }, skip('streams on a platform that is not shown')],
  ])('with %j adds nothing', (change, row) => {
    expect(read(tunecore, { ...cells, ...change })).toEqual(row);
  });
});

describe('Apple Summary Streams', () => {
  const cells = { datestamp: '20260701', 'apple identifier': '77', streams: '3' };
  const name = 'AppleMusic_Streams_85012345_20260702_V1_2.txt';

  test('is a batch of its vendor and of Apple’s ingest day', () => {
    const figure = {
      kind: 'figure',
      named: { appleId: '77' },
      platform: 'apple_music',
      period: day('2026-07-01'),
      plays: { streams: 3 },
    };
    expect(read(appleStreams, cells, { name })).toEqual({
      ...figure,
      batch: '2026-07-02/85012345',
    });
    const later = { ...cells, 'ingest datestamp': '07/05/2026' };
    expect(read(appleStreams, later, { name })).toEqual({
      ...figure,
      batch: '2026-07-05/85012345',
    });
  });

  test.each([
    ['AppleMusic_Streams_85012345_20260702_V1_2_12.txt.gz', '2026-07-02/85012345/12'],
    ['AppleMusic_streams_85012345_20260702_v10_22.txt', '2026-07-02/85012345'],
    ['my_Streams_85012345_20260702.csv', '2026-07-02/85012345'],
    ['my_Streams_85012345_20260702_3.csv', '2026-07-02/85012345/3'],
  ])('called %s is the batch %s', (called, batch) => {
    expect(read(appleStreams, cells, { name: called })).toMatchObject({ batch });
  });

  test.each(['streams.txt', 'AppleMusic_Streams_85012345_2026_V1_2.txt'])(
    'called %s asks for its original name',
    (called) => {
      const question = expect.stringMatching(/AppleMusic_Streams_<vendor>.*--name/);
      expect(read(appleStreams, cells, { name: called })).toEqual({ kind: 'ask', question });
    },
  );

  test.each([
    [{ datestamp: '' }, 'the Datestamp is not a day written YYYY-MM-DD'],
    [{ 'ingest datestamp': '' }, 'the Ingest Datestamp is not a day written YYYY-MM-DD'],
    [{ streams: '' }, 'Streams is empty'],
  ])('with %j cannot be used', (change, reason) => {
    expect(read(appleStreams, { ...cells, ...change }, { name })).toEqual(bad(reason, ''));
  });
});

describe('Apple Content', () => {
  const cells = { 'apple identifier': ' 77 ', isrc: 'qz-abc-26-00001' };

  test('maps Apple identifiers to ISRCs', () => {
    const named = { appleId: '77', isrc: 'QZABC2600001' };
    expect(read(appleContent, cells)).toEqual({ kind: 'names', named });
  });

  test.each(['', '7a', 'a7', '1'.repeat(21)])('with the identifier "%s" cannot be used', (id) => {
    const line = { ...cells, 'apple identifier': id };
    expect(read(appleContent, line)).toEqual(bad('the Apple Identifier is not a number', id));
  });

  test.each(['streams', 'quantity', 'net royalty'])(
    'with a column %s is another report',
    (column) => {
      const columns = Object.keys(cells);
      expect(appleContent.fits(new Set(columns))).toBe(true);
      expect(appleContent.fits(new Set([...columns, column]))).toBe(false);
    },
  );

  test('skips rows without an ISRC', () => {
    expect(read(appleContent, { ...cells, isrc: '' })).toEqual(skip('no ISRC'));
  });
});

describe('Apple Music for Artists songs', () => {
  const cells = { song: 't', plays: '540' };
  const artist = 'a';
  const named = (start: string, end: string) => `songs_1_${start}_${end}.csv`;

  test.each([
    ['2026-08-03', '2026-08-03', day('2026-08-03')],
    ['2026-07-01', '2026-07-31', { kind: 'month', month: '2026-07' }],
    ['2026-07-01', '2026-07-30', { kind: 'period', start: '2026-07-01', end: '2026-07-30' }],
    ['2026-07-02', '2026-07-31', { kind: 'period', start: '2026-07-02', end: '2026-07-31' }],
    ['2026-06-01', '2026-07-31', { kind: 'period', start: '2026-06-01', end: '2026-07-31' }],
  ])('from %s to %s are plays of that time', (start, end, period) => {
    expect(read(appleSongs, cells, { name: named(start, end), artist })).toEqual({
      kind: 'figure',
      named: { title: 't', artist: 'a' },
      platform: 'apple_music',
      period,
      plays: { streams: 540 },
    });
  });

  const name = named('2026-08-03', '2026-08-03');

  test('have columns in other languages', () => {
    const french = { morceau: 't', écoutes: '7' };
    expect(read(appleSongs, french, { name, artist })).toMatchObject({
      named: { title: 't' },
      plays: { streams: 7 },
    });
  });

  test('without a count of plays cannot be used', () => {
    const line = { ...cells, plays: '' };
    expect(read(appleSongs, line, { name, artist })).toEqual(bad('plays is empty', ''));
  });

  test.each([
    'songs.csv',
    'songs_1_2026-08-03.csv',
    'songs_1_2026-08-03_2026-08-04_2026-08-05.csv',
    'songs_1_2026-08-04_2026-08-03.csv',
    'songs_1_2026-08-03_2026-13-01.csv',
  ])('called %s ask for their period', (called) => {
    const question = expect.stringMatching(/^The period .*--name/);
    expect(read(appleSongs, cells, { name: called, artist })).toEqual({ kind: 'ask', question });
  });

  test('ask for their artist', () => {
    const question = expect.stringMatching(/names no artist.*--artist/);
    expect(read(appleSongs, cells, { name })).toEqual({ kind: 'ask', question });
  });
});

test.each([
  [day('2026-08-10'), 100_000_001, 'bad'],
  [day('2026-08-10'), 100_000_000, undefined],
  [{ kind: 'month', month: '2026-07' }, 3_000_000_000, undefined],
  [{ kind: 'month', month: '2026-07' }, 99_999_999_999, 'bad'],
] as const)(
  '[N-INP-05] a figure for %j with %i streams is judged as %s',
  (period, streams, kind) => {
    const figure = { kind: 'figure', named: {}, platform: 'spotify', plays: { streams } } as const;
    expect(impossibleFigure({ ...figure, period } as Row)?.kind).toBe(kind);
  },
);
