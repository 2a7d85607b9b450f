import { gzipSync } from 'node:zlib';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aDat, aFile, type MemoryWorld, memoryWorld } from '../testing/stream-runs.ts';
import { aZip } from '../testing/zip.ts';

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

  test('finds the DAT by content id, ISRC, or exact title and artist', async () => {
    const outcome = await world.import(
      aFile('own.csv', [
        header,
        '2026-08-01,spotify,10,c-two,,,',
        '2026-08-01,amazon,20,,qz-abc-26-00001,,',
        '2026-08-01,Apple Music,30,,,halogen - remix,ADA OKONJO',
        '2026-08-01,apple_music,40,,,Halogen,Ada Okonjo',
      ]),
    );
    expect(only(outcome)).toMatchObject({ kind: 'taken', lines: 4, taken: 4, bad: [] });
    expect(world.days('two', 'spotify')).toEqual({ '2026-08-01': 10 });
    expect(world.days('one', 'amazon_music')).toEqual({ '2026-08-01': 20 });
    expect(world.days('two', 'apple_music')).toEqual({ '2026-08-01': 30 });
    expect(world.queue()).toBe(1);
  });

  test('[R-ANA-06] writes downloads beside streams, and the own plays into the stream stats', async () => {
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

  test('names every line it cannot use, and takes the rest', async () => {
    const good = Array.from(
      { length: 100 },
      (_, index) => `${utcDay(Date.UTC(2026, 3, 1 + index))},spotify,1,,QZABC2600001,,`,
    );
    const outcome = await world.import(
      aFile('own.csv', [
        header,
        ...good,
        '2026-02-30,spotify,1,,QZABC2600001,,',
        '2026-08-01,myspace,1,,QZABC2600001,,',
        '2026-08-01,spotify,1.5,,QZABC2600001,,',
        '2026-08-01,spotify,,,QZABC2600001,,',
        '2026-08-01,spotify,1,,not an isrc,Song One,',
      ]),
    );
    expect(only(outcome)).toMatchObject({
      kind: 'taken',
      taken: 100,
      bad: expect.arrayContaining([
        { reason: 'the date is not a day written YYYY-MM-DD', count: 1, lines: [102] },
        { reason: 'streams is not a whole number in plain digits', count: 2, lines: [104, 105] },
      ]),
    });
  });

  test('refuses the file when more than one line in twenty is bad, with nothing written', async () => {
    const before = world.figures();
    const lines = Array.from({ length: 19 }, () => '2026-08-01,spotify,1,,QZABC2600001,,');
    const outcome = await world.import(
      aFile('own.csv', [header, ...lines, '2026-08-01,spotify,-1,,QZABC2600001,,', 'x', 'y']),
    );
    expect(only(outcome)).toMatchObject({
      kind: 'refused',
      reason: '3 of 22 lines cannot be used, more than one in twenty. Nothing was taken.',
      bad: [{ lines: [22, 23] }, { lines: [21] }],
    });
    expect(world.figures()).toEqual(before);
  });

  test('takes neither of two lines that contradict each other', async () => {
    const outcome = await world.import(
      aFile('own.csv', [
        header,
        '2026-08-01,spotify,1,,QZABC2600001,,',
        '2026-08-01,spotify,2,,QZABC2600001,,',
        '2026-08-02,spotify,3,,QZABC2600001,,',
        '2026-08-02,spotify,3,,QZABC2600001,,',
      ]),
    );
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-02': 3 });
    expect(only(outcome)).toMatchObject({ kind: 'taken' });
  });
});

describe('bytes', () => {
  const text = 'date,platform,streams,title,artist\r\n2026-08-01,spotify,7,Song One,Ada Okonjo\r\n';
  const utf16 = (order: 'le' | 'be') => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return order === 'le' ? bytes : bytes.swap16();
  };

  test.each([
    ['CRLF', Buffer.from(text)],
    ['LF', Buffer.from(text.replaceAll('\r\n', '\n'))],
    ['CR alone', Buffer.from(text.replaceAll('\r\n', '\r'))],
    ['a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['semicolons', Buffer.from(text.replaceAll(',', ';'))],
    ['tabs', Buffer.from(text.replaceAll(',', '\t'))],
    ['quotes everywhere', Buffer.from(text.replaceAll(/[^,\r\n]+/g, '"$&"'))],
    ['UTF-16, little end first', utf16('le')],
    ['UTF-16, big end first', utf16('be')],
    ['gzip', gzipSync(text)],
    ['zip', aZip({ 'folder/report.csv': text, '__MACOSX/._report.csv': 'noise' })],
    ['gzip in zip', aZip({ 'report.csv.gz': gzipSync(text) })],
    ['gzip in gzip', gzipSync(gzipSync(text))],
    ['preamble lines', Buffer.from(`Report of streams\r\n\r\n${text}`)],
    [
      'upper case, spaces and a wide comma-less header',
      Buffer.from(text.replace('date,', ' DATE ,')),
    ],
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

  test.each([
    ['an empty file', Buffer.alloc(0), 'There is nothing in it.'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), 'Reports are tables'],
    [
      'a quote that never closes',
      `date,platform,streams\n"2026-08-01,${'x'.repeat(120_000)}`,
      'quote may be missing',
    ],
    ['a header alone', 'date,platform,streams\n', 'no lines'],
    ['gzip that ends early', gzipSync(text).subarray(0, 40), 'damaged'],
    ['a workbook', aZip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '' }), 'workbook'],
    ['a zip that lies about its size', aZip({ 'report.csv': text }, 5), 'damaged'],
    ['a zip that ends early', aZip({ 'report.csv': text }).subarray(0, 60), 'damaged'],
    ['gzip in gzip in gzip in gzip', gzipSync(gzipSync(gzipSync(gzipSync(text)))), 'deeper'],
  ])('%s is refused with the reason', async (_name, content, reason) => {
    const outcome = await world.import({ name: 'report.csv', content });
    expect(only(outcome)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    });
  });
});

test('a zip of several reports is several reports, each with its own outcome', async () => {
  const csv = (day: string) => `date,platform,streams,isrc\n${day},spotify,4,QZABC2600001\n`;
  const content = aZip({
    'a.csv': csv('2026-08-01'),
    'b.csv': csv('2026-08-02'),
    'c.txt': 'hello',
  });
  const { files } = await world.import({ name: 'reports.zip', content });
  expect(files.map(({ name, kind }) => [name, kind])).toEqual([
    ['a.csv', 'taken'],
    ['b.csv', 'taken'],
    ['c.txt', 'refused'],
  ]);
  expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 4, '2026-08-02': 4 });
});
