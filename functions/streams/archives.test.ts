import { utimesSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  aDat,
  type MemoryWorld,
  memoryWorld,
  sampleFolder,
} from '@datchain/testing/server/stream-runs.ts';
import { aZip } from '@datchain/testing/server/zip.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let world: MemoryWorld;

beforeEach(async () => {
  world = await memoryWorld([aDat('one', { SongName: 'Song One' })], {
    one: { isrcs: ['QZABC2600001'], appleIdentifiers: [] },
  });
});
afterEach(() => world.remove());

const csv = (day: string) => `date,platform,streams,isrc\n${day},spotify,4,QZABC2600001\n`;

test('[N-INP-05] files in a zip that are no reports, such as Thumbs.db or a picture, are left out and listed', async () => {
  const noise = [
    'Thumbs.db',
    'desktop.ini',
    '__MACOSX/._own.csv',
    '.DS_Store',
    'a/.DS_Store',
    'README.txt',
    'LICENSE',
    'statement.pdf',
    'cover.JPG',
    'a/~$own.xlsx',
    'a/ehthumbs.db',
    'Read Me.txt',
  ];
  const text = 'date,platform,streams,isrc\n2026-08-01,spotify,4,QZABC2600001\n';
  const files = Object.fromEntries(noise.map((name) => [name, 'noise']));
  const content = aZip({ ...files, 'a/own.csv': text });
  const outcome = await world.import({ name: 'reports.zip', content });
  expect(outcome.files.map(({ name, kind }) => [name, kind])).toEqual([
    ...noise.map((name) => [name, 'left out']),
    ['own.csv', 'taken'],
  ]);
  const empty = await world.import({ name: 'noise.zip', content: aZip(files) });
  expect(empty.files.at(-1)).toMatchObject({
    kind: 'refused',
    reason: 'There is no report in it.',
  });
});

describe('[N-INP-05] in a zip, the name of a file', () => {
  const left = (files: readonly { readonly kind: string; readonly name: string }[]) =>
    files.map(({ kind, name }) => `${name}: ${kind}`);

  test.each(['./own.csv', './a/./own.csv', '.reports/own.csv', '.own.csv'])(
    'does not keep a report from being read: %s',
    async (name) => {
      const content = aZip({ './': '', [name]: csv('2026-08-01') });
      const { files } = await world.import({ name: 'reports.zip', content });
      expect(files).toMatchObject([{ kind: 'taken' }]);
      expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 4 });
    },
  );

  test("does not turn a report into a note, nor a note with a report's content into a report", async () => {
    const content = aZip({
      'Readme.csv': csv('2026-08-01'),
      'notice of payment.txt': csv('2026-08-02'),
      'LICENSE songs-28day.csv': 'song,listeners,streams,saves,release_date\nA,1,2,3,2026-01-01\n',
      'a/readme.txt': 'Songs, as they were played:\n\nsee the other files\n',
      './.gitignore': '*.csv\n',
      '.cache/data': Buffer.from('00010203', 'hex'),
      'notice.txt': '',
    });
    const { files } = await world.import({ name: 'reports.zip', content });
    expect(left(files)).toEqual([
      'Readme.csv: taken',
      'notice of payment.txt: taken',
      'LICENSE songs-28day.csv: refused',
      'a/readme.txt: left out',
      '.gitignore: left out',
      '.cache/data: left out',
      'notice.txt: left out',
    ]);
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 4, '2026-08-02': 4 });
  });
});

describe('[N-INP-06] a report in a zip', () => {
  const [packed, made] = [new Date('2026-08-20T12:00:00Z'), new Date('2026-08-03T12:00:00Z')];
  const report = [csv('2026-07-31').trimEnd(), '2026-08-01,spotify,5,QZABC2600001', ''].join('\n');
  const [first, both] = [{ '2026-07-31': 4 }, { '2026-07-31': 4, '2026-08-01': 5 }];

  test.each<[string, string, string | Buffer, Date, unknown]>([
    ['is as old as a plain file of its time', 'own.csv', report, made, first],
    [
      'is as old as the zip says',
      'a.zip',
      aZip({ 'a.csv': report }, { changedAt: made }),
      packed,
      first,
    ],
    [
      'in a zip without a time is as old as the zip around it says',
      'b.zip',
      aZip({ 'a.zip': aZip({ 'a.csv': report }) }, { changedAt: made }),
      packed,
      first,
    ],
    ['without a time is as old as the zip', 'c.zip', aZip({ 'a.csv': report }), packed, both],
    [
      'with a time after that of the zip is as old as the zip',
      'd.zip',
      aZip({ 'a.csv': report }, { changedAt: packed }),
      made,
      first,
    ],
  ])('%s', async (_what, name, content, changedAt, days) => {
    const folder = sampleFolder();
    const path = folder.write(name, content);
    utimesSync(path, changedAt, changedAt);
    await world.run([path], { madeAt: undefined });
    folder.remove();
    expect(world.days('one', 'spotify')).toEqual(days);
  });
});

describe('[N-INP-05] in a zip', () => {
  const [good, more] = [csv('2026-08-01'), csv('2026-08-02')];
  const workbook = aZip({
    'docProps/app.xml': '<Properties/>',
    'xl/workbook.xml': '<workbook/>',
    '[Content_Types].xml': '<Types/>',
  });
  const changed = (zip: Buffer, from: string, to: string) => {
    const at = zip.indexOf(from);
    return Buffer.concat([zip.subarray(0, at), Buffer.from(to), zip.subarray(at + from.length)]);
  };
  const stored = (content: string) => aZip({ 'b.csv': content }, { method: 0 });

  test.each<[string, string, Buffer, string]>([
    ['a damaged archive', 'b.zip', aZip({ 'b.csv': good }).subarray(0, 60), 'damaged'],
    ['damaged gzip', 'b.csv.gz', gzipSync(good).subarray(0, 40), 'damaged'],
    ['too deep an archive', 'b.gz', gzipSync(gzipSync(gzipSync(good))), 'deeper'],
    ['an Excel workbook', 'b.xlsx', workbook, 'It is an Excel workbook. Save the sheet as CSV'],
    ['an old workbook', 'b.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'Excel'],
    [
      'a sheet of OpenDocument',
      'b.ods',
      aZip({ mimetype: 'x', 'content.xml': '<office/>' }),
      'OpenDocument',
    ],
  ])(
    '%s is refused by its own name, and its neighbours are read',
    async (_what, name, content, reason) => {
      const zip = aZip({ 'a.csv': good, [name]: content, 'c.csv': more });
      const { files } = await world.import({ name: 'reports.zip', content: zip });
      expect(files).toMatchObject([
        { name: 'a.csv', kind: 'taken' },
        { kind: 'refused', reason: expect.stringContaining(reason) },
        { name: 'c.csv', kind: 'taken' },
      ]);
      expect(files[1]?.name.startsWith('b')).toBe(true);
      expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 4, '2026-08-02': 4 });
    },
  );

  test.each<[string, Buffer, string]>([
    ['does not match its checksum', changed(stored(good), 'spotify,4', 'spotify,9'), 'damaged'],
    [
      'is compressed in an unknown way',
      aZip({ 'b.csv': good }, { method: 12 }),
      'compressed in a way',
    ],
  ])('a report that %s is refused by its name', async (_what, content, reason) => {
    const { files } = await world.import({ name: 'reports.zip', content });
    expect(files).toMatchObject([
      { name: 'b.csv', kind: 'refused', reason: expect.stringContaining(reason) },
    ]);
    expect(world.days('one', 'spotify')).toBeUndefined();
  });
});
