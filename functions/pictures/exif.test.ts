import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hasPlainExif } from './exif.ts';
import { buildExif, jpegWith } from './testing/pictures.ts';
import { checkWholePicture } from './whole-picture.ts';

const [EXIF, GPS] = [0x8769, 0x8825];

const many = (count: number, entry: readonly [number, number]) =>
  Array.from({ length: count }, () => entry);

const [COMPATIBLE, ORIENTATION] = [0xa005, 0x0112];

test.each<[string, Buffer]>([
  ['of thousands of entries that lead back', buildExif('MM', many(5_400, [EXIF, 8]))],
  ['of a few entries that lead back, over and over', buildExif('II', many(4, [EXIF, 8]))],
  [
    'whose tables lead to each other',
    buildExif('MM', [
      [EXIF, 8],
      [GPS, 8],
      [COMPATIBLE, 8],
    ]),
  ],
])('[N-INP-10] a picture with EXIF %s is refused as not whole', async (_what, tiff) => {
  const refused = await checkWholePicture('artwork', await jpegWith(tiff));
  expect(refused?.message).toMatch(/^Artwork must be whole\. /);
});

/** Some programs that edit a picture move its tables and leave wrong pointers. */
test.each<[string, Buffer]>([
  ['that leads back to its own table', buildExif('MM', [[EXIF, 8]])],
  ['whose pointer to places leads to its beginning', buildExif('II', [[GPS, 0]])],
  [
    'whose pointer to compatibility leads into a text',
    Buffer.concat([buildExif('MM', [[COMPATIBLE, 30]]), Buffer.from('A camera'.repeat(8_000))]),
  ],
  ['whose pointer to compatibility leads past its end', buildExif('II', [[COMPATIBLE, 60_000]])],
  [
    'that leads to one table twice',
    buildExif('II', [
      [EXIF, 40],
      [GPS, 40],
    ]),
  ],
  ['whose table is its own next one', buildExif('II', [[ORIENTATION, 1]], 8)],
])('[N-INP-10] a picture with EXIF %s is accepted', async (_what, tiff) => {
  expect(await checkWholePicture('artwork', await jpegWith(tiff))).toBeUndefined();
});

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

test('[N-INP-10] a picture is accepted whose further EXIF tables have no next-table pointer', async () => {
  const [exifAt, gpsAt] = [38, 60];
  const first = buildExif('MM', [
    [EXIF, exifAt],
    [GPS, gpsAt],
  ]);
  // An exposure of 1/60 s, and an altitude of 8 m: read as a pointer, each lies inside the file.
  const tables = [tableOf(0x829a, exifAt, [1, 60]), tableOf(0x0006, gpsAt, [8, 1])];
  const bytes = await jpegWith(Buffer.concat([first, ...tables]));
  expect(await checkWholePicture('artwork', bytes)).toBeUndefined();
});

test('[N-INP-10] EXIF of endlessly repeated headers does not count as plain', () => {
  expect(hasPlainExif(Buffer.from('II*\0\x08\0\0\0'.repeat(101), 'latin1'))).toBe(false);
});

test.each(['jpeg', 'png', 'webp'] as const)(
  '[N-INP-10] a %s with EXIF as cameras write it is accepted',
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
