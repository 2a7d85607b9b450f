import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exifOf, goodPictures, jpegWith } from '@datchain/functions/pictures/testing/pictures.ts';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { sleeves } from './own-artwork.ts';
import { PictureCache } from './picture-cache.ts';
import { portraits } from './portraits.ts';

const cacheDir = await mkdtemp(join(tmpdir(), 'pictures-'));
const cache = await PictureCache.open(cacheDir, sleeves);

afterAll(() => rm(cacheDir, { recursive: true }));

test.each(Object.keys(goodPictures))(
  '[N-INP-10] %s, which the server takes, is drawn in each size',
  async (name) => {
    await cache.add(name.replaceAll(' ', '-'), await goodPictures[name]!());
    for (const { suffix, side } of sleeves.sizes) {
      const { width, height } = await sharp(
        join(cacheDir, sleeves.folder, `${name.replaceAll(' ', '-')}${suffix}.webp`),
      ).metadata();
      expect([width, height]).toEqual([side, side]);
    }
  },
);

test.each([sleeves, portraits])(
  '[N-INP-10] one of $folder that was exchanged after its check is refused before it is drawn',
  async (kind) => {
    const exchanged = exifOf(
      'MM',
      Array.from({ length: 5_400 }, () => [0x8769, 8]),
    );
    const pictures = await PictureCache.open(cacheDir, kind);
    await expect(pictures.add('slow', await jpegWith(exchanged))).rejects.toThrow('must be whole');
  },
);

test('[N-INP-10] colours are those that viewers show, whatever form a picture has', async () => {
  const red = { r: 212, g: 56, b: 33 };
  const flat = (): Sharp =>
    sharp({ create: { width: 60, height: 60, channels: 3, background: red } });
  const forms: Record<string, Promise<Buffer>> = {
    plain: flat().png().toBuffer(),
    '16 bits': flat().toColourspace('rgb16').png().toBuffer(),
    'a wide range': flat().withIccProfile('p3').png().toBuffer(),
    'a wide range as JPEG': flat().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
    'for print': flat().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer(),
    'few colours': flat().png({ palette: true }).toBuffer(),
    progressive: flat().jpeg({ progressive: true, quality: 95 }).toBuffer(),
  };
  for (const [name, bytes] of Object.entries(forms)) {
    await cache.add('colour', await bytes);
    const { data } = await sharp(join(cacheDir, sleeves.folder, 'colour-450.webp'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const off = [red.r, red.g, red.b].map((meant, index) => Math.abs(meant - (data[index] ?? 0)));
    expect([name, Math.max(...off) < 12 ? 'right' : off]).toEqual([name, 'right']);
  }
});
