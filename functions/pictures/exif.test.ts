import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hasPlainExif } from './exif.ts';
import { checkWholePicture } from './whole-picture.ts';

const [EXIF, GPS] = [0x8769, 0x8825];

/** EXIF of one table, whose entries lead to these places, as does what stands behind them. */
function exifOf(
  order: 'II' | 'MM',
  entries: readonly (readonly [tag: number, target: number])[],
  next = 0,
): Buffer {
  const tiff = Buffer.alloc(10 + entries.length * 12 + 4);
  const isLittle = order === 'II';
  const word = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(isLittle ? 'II*\0' : 'MM\0*', 'latin1');
  long(8, 4);
  word(entries.length, 8);
  for (const [index, [tag, target]] of entries.entries()) {
    const at = 10 + index * 12;
    word(tag, at);
    word(4, at + 2);
    long(1, at + 4);
    long(target, at + 8);
  }
  long(next, 10 + entries.length * 12);
  return tiff;
}

/** A JPEG with EXIF behind its beginning. */
async function jpegWith(tiff: Buffer): Promise<Buffer> {
  const picture = await sharp({
    create: { width: 64, height: 64, channels: 3, background: 'red' },
  })
    .jpeg()
    .toBuffer();
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(segment.length + 2, 2);
  return Buffer.concat([picture.subarray(0, 2), head, segment, picture.subarray(2)]);
}

const many = (count: number, entry: readonly [number, number]) =>
  Array.from({ length: count }, () => entry);

test.each<[string, Buffer]>([
  ['that leads back to its own table', exifOf('MM', [[EXIF, 8]])],
  ['of thousands of entries that lead back', exifOf('MM', many(5_400, [EXIF, 8]))],
  [
    'that leads to one table twice',
    exifOf('II', [
      [EXIF, 40],
      [GPS, 40],
    ]),
  ],
  [
    'that leads to more tables than any camera writes',
    exifOf(
      'II',
      Array.from({ length: 20 }, (_, n) => [EXIF, 1_000 + n]),
    ),
  ],
  ['whose table is its own next one', exifOf('II', [[0x0112, 1]], 8)],
  ['of more entries than any camera writes', exifOf('MM', many(2_001, [1, 1]))],
])('[N-INP-10] a picture with EXIF %s is refused before it is drawn', async (_what, tiff) => {
  const refused = await checkWholePicture('artwork', await jpegWith(tiff));
  expect(refused?.message).toMatch(/^Artwork must be whole\. /);
});

/** A table of EXIF with one fraction, which stands where the place of a next table would. */
function tableOf(
  tag: number,
  at: number,
  [numerator, denominator]: readonly [number, number],
): Buffer {
  const table = Buffer.alloc(22);
  for (const [index, value] of [1, tag, 5].entries()) table.writeUInt16BE(value, 2 * index);
  for (const [index, value] of [1, at + 14, numerator, denominator].entries()) {
    table.writeUInt32BE(value, 6 + 4 * index);
  }
  return table;
}

test('[N-INP-10] a picture is taken whose further tables of EXIF name no next one', async () => {
  const [exifAt, gpsAt] = [38, 60];
  const first = exifOf('MM', [
    [EXIF, exifAt],
    [GPS, gpsAt],
  ]);
  // An exposure of 1/60 s, and an altitude of 8 m: read as a place, each is inside the file.
  const tables = [tableOf(0x829a, exifAt, [1, 60]), tableOf(0x0006, gpsAt, [8, 1])];
  const bytes = await jpegWith(Buffer.concat([first, ...tables]));
  expect(await checkWholePicture('artwork', bytes)).toBeUndefined();
});

test('[N-INP-10] EXIF that is repeated without end is not followed', () => {
  expect(hasPlainExif(Buffer.from('II*\0\x08\0\0\0'.repeat(101), 'latin1'))).toBe(false);
});

test.each(['jpeg', 'png', 'webp'] as const)(
  '[N-INP-10] a %s with EXIF as cameras write it is taken',
  async (format) => {
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .withExif({
        IFD0: { Make: 'A camera', Orientation: '6' },
        IFD2: { ExposureTime: '1/60' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .toFormat(format)
      .toBuffer();
    expect(bytes.includes('A camera')).toBe(true);
    expect(await checkWholePicture('artwork', bytes)).toBeUndefined();
  },
);
