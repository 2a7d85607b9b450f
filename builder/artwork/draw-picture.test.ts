import {
  buildExif,
  goodPictures,
  jpegWith,
} from '@datchain/functions/pictures/testing/pictures.ts';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { drawPicture, portraits, sleeves } from './draw-picture.ts';

test.each(Object.keys(goodPictures))(
  '[N-INP-10] %s that the server accepts is drawn in every size',
  async (name) => {
    const drawn = await drawPicture(await goodPictures[name]!(), sleeves);
    const sizes = await Promise.all(drawn.map((webp) => sharp(webp).metadata()));
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual(
      sleeves.sizes.map(({ side }) => ['webp', side, side]),
    );
  },
);

test.each([sleeves, portraits])(
  '[N-INP-10] a picture for $folder that was replaced after its check is refused instead of drawn',
  async (kind) => {
    const exchanged = buildExif(
      'MM',
      Array.from({ length: 5_400 }, () => [0x8769, 8]),
    );
    await expect(drawPicture(await jpegWith(exchanged), kind)).rejects.toThrow('must be whole');
  },
);

test('[N-INP-10] a drawn picture keeps its colours, whatever its format, depth and colour space', async () => {
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
    const [small] = await drawPicture(await bytes, sleeves);
    const data = await sharp(small).raw().toBuffer();
    const off = [red.r, red.g, red.b].map((meant, index) => Math.abs(meant - (data[index] ?? 0)));
    // Print has no red as bright as this one: converting it there and back changes it.
    const tolerance = name === 'for print' ? 20 : 12;
    expect([name, Math.max(...off) < tolerance ? 'right' : off]).toEqual([name, 'right']);
  }
});
