import { checkBeforeDrawing, pictureReading } from '@datchain/functions/pictures/whole-picture.ts';
import type { PictureKind as CheckedAs } from '@datchain/shared/domain/picture/check-picture.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import sharp, { type Sharp } from 'sharp';

export interface PictureSize {
  readonly suffix: string;
  /** In dots: every picture is square. */
  readonly side: number;
  /** Quality of WebP, 1 to 100; lower where the picture would be over its budget. */
  readonly quality: number;
  /** The most bytes that its file may have, whatever was uploaded (N-INP-01). */
  readonly budget: number;
}

export interface PictureKind {
  readonly folder: string;
  readonly checkedAs: CheckedAs;
  /** Raised whenever pictures come out differently, so that existing ones are made again. */
  readonly version: number;
  readonly sizes: readonly PictureSize[];
}

/** The artwork of released works, as small as pages show it: see ledger/src/views/page/artwork.ts. */
export const sleeves: PictureKind = {
  folder: 'sleeves',
  checkedAs: 'artwork',
  version: 2,
  sizes: [
    { suffix: '-450', side: 450, quality: 66, budget: 60 * 1024 },
    { suffix: '', side: 900, quality: 84, budget: 160 * 1024 },
  ],
};

/** The pictures of creators and owners, twice as large as the largest place for one. */
export const portraits: PictureKind = {
  folder: 'portraits',
  checkedAs: 'profileImage',
  version: 2,
  sizes: [{ suffix: '', side: 192, quality: 80, budget: 16 * 1024 }],
};

export const formatPictureFile = (path: string, { suffix }: PictureSize): string =>
  `${path}${suffix}.webp`;

const TIMEOUT_SECONDS = 30;

/** Thrown for a file that is no picture or cannot be drawn; another try would fail too. */
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
    // By default WebP stores transparency without loss, which can be most of a picture's bytes.
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
    // Crops to a square, as every page shows it, and applies the rotation that the camera noted.
    const { data, info } = await sharp(bytes, pictureReading)
      .timeout({ seconds: TIMEOUT_SECONDS })
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
