import { checkBeforeDrawing, pictureReading } from '@datchain/functions/pictures/whole-picture.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import sharp, { type Sharp } from 'sharp';
import type { PictureKind, PictureSize } from './picture-kinds.ts';

const SECONDS = 30;

/** A file that is no picture, or one that cannot be drawn: that will not change. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/** Encodings for a picture over its budget: lower qualities, then softer edges (sigma of a blur). */
const LIGHTER = [
  { quality: 60 },
  { quality: 40 },
  { quality: 20 },
  { quality: 20, blur: 2 },
  { quality: 20, blur: 6 },
];

/** Encodes a square as well as its budget allows. @throws NoPicture when even the softest one is over it */
async function encode(
  square: Sharp,
  { side, quality: best, budget }: PictureSize,
): Promise<Buffer> {
  const small = square.clone().resize(side);
  const lighter = LIGHTER.filter(({ quality }) => quality < best);
  for (const { quality, blur } of [{ quality: best, blur: undefined }, ...lighter]) {
    const shown = blur === undefined ? small.clone() : small.clone().blur(blur);
    // Transparency is kept without loss otherwise, and can weigh most of a picture.
    const alphaQuality = quality < best ? quality : 100;
    const webp = await shown.webp({ quality, alphaQuality }).toBuffer();
    if (webp.length <= budget) return webp;
  }
  throw new NoPicture(`it has more than ${budget} bytes at ${side} by ${side} dots`);
}

/**
 * Draws an uploaded picture as squares, in the sizes of its kind and in their order.
 *
 * @returns WebP files
 * @throws NoPicture
 */
export async function drawPicture(
  bytes: Buffer,
  { checkedAs, sizes }: PictureKind,
): Promise<Buffer[]> {
  const refused = await checkBeforeDrawing(checkedAs, bytes);
  if (isRefusal(refused)) throw new NoPicture(refused.message);
  const largest = Math.max(...sizes.map(({ side }) => side));
  try {
    // Square, as every page shows it; a camera's turn of the picture is made here.
    const { data, info } = await sharp(bytes, pictureReading)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .toColourspace('srgb')
      .resize(largest, largest, { fit: 'cover' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const square = sharp(data, { raw: { width, height, channels } });
    return await Promise.all(sizes.map((size) => encode(square, size)));
  } catch (error) {
    if (error instanceof NoPicture) throw error;
    throw new NoPicture('it is no picture that can be drawn');
  }
}
