import sharp, { type Sharp } from 'sharp';

export function aPicture(width: number, height: number, channels: 1 | 2 | 3 | 4 = 3): Sharp {
  const pixels = Buffer.alloc(width * height * channels);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 31 + (at >> 7) * (at >> 3)) & 255;
  return sharp(pixels, { raw: { width, height, channels } });
}

const withNotes = (jpeg: Buffer, count: number): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    ...Array.from({ length: count }, () =>
      Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(0xfffd, 'n')]),
    ),
    jpeg.subarray(2),
  ]);

export const jpeg = () => aPicture(90, 70).jpeg().toBuffer();
export const png = () => aPicture(90, 70).png().toBuffer();
export const webp = () => aPicture(90, 70).webp().toBuffer();

export const goodPictures: Record<string, () => Promise<Buffer>> = {
  'a JPEG': jpeg,
  'a progressive JPEG': () => aPicture(90, 70).jpeg({ progressive: true }).toBuffer(),
  'a JPEG with all its colours': () =>
    aPicture(33, 17).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  'a grey JPEG': () => aPicture(90, 70, 1).toColourspace('b-w').jpeg().toBuffer(),
  'a JPEG for print': () => aPicture(90, 70).toColourspace('cmyk').jpeg().toBuffer(),
  'a progressive JPEG for print': () =>
    aPicture(90, 70).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer(),
  'a JPEG of a turned camera': () =>
    aPicture(90, 70).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  'a JPEG with a wide range of colours': () =>
    aPicture(90, 70).withIccProfile('p3').jpeg().toBuffer(),
  'a JPEG with long notes': async () => withNotes(await jpeg(), 4),
  'a JPEG that is padded': async () => Buffer.concat([await jpeg(), Buffer.alloc(500)]),
  'a PNG': png,
  'an interlaced PNG': () => aPicture(90, 70).png({ progressive: true }).toBuffer(),
  'a PNG of 16 bits': () => aPicture(90, 70).toColourspace('rgb16').png().toBuffer(),
  'a PNG of few colours': () => aPicture(90, 70).png({ palette: true, colours: 4 }).toBuffer(),
  'a grey PNG with transparency': () => aPicture(90, 70, 2).toColourspace('b-w').png().toBuffer(),
  'a PNG of one pixel': () => aPicture(1, 1, 4).png().toBuffer(),
  'a very wide PNG': () => aPicture(10_000, 1).png().toBuffer(),
  'a very high PNG': () => aPicture(1, 10_000).png().toBuffer(),
  'a WebP': webp,
  'a WebP without loss': () => aPicture(90, 70).webp({ lossless: true }).toBuffer(),
  'a WebP with transparency': () => aPicture(90, 70, 4).webp().toBuffer(),
  'a WebP with a profile': () => aPicture(90, 70).withIccProfile('p3').webp().toBuffer(),
  'an animated WebP': async () => {
    const pictures = [aPicture(40, 30), aPicture(40, 30).negate()];
    const frames = await Promise.all(pictures.map((one) => one.png().toBuffer()));
    return sharp(frames, { join: { animated: true } })
      .webp({ delay: [90, 90] })
      .toBuffer();
  },
};

export function buildExif(
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

export async function jpegWith(tiff: Buffer): Promise<Buffer> {
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

/**
 * Tells whether an offset lies between two scans of a progressive JPEG: the bytes before it show
 * the whole picture, less sharp.
 */
export const isBetweenScans = (jpeg: Buffer, place: number): boolean =>
  [place, place - 1].some((at) => jpeg[at] === 0xff && [0xc4, 0xda].includes(jpeg[at + 1] ?? 0));
