interface WebpImage {
  /** The compression: 'VP8 ', or 'VP8L' for lossless. */
  readonly id: string;
  readonly data: Buffer;
}

const FRAME_HEADER_BYTES = 16;

/** Lists the pictures among the chunks from an offset on. Frames hold pictures, and no other frames. */
function imagesIn(bytes: Buffer, from: number, isFrame = false): WebpImage[] {
  const images: WebpImage[] = [];
  for (let at = from; at + 8 <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + size);
    if (id === 'ANMF' && !isFrame) {
      for (const image of imagesIn(data, FRAME_HEADER_BYTES, true)) images.push(image);
    } else if (id === 'VP8 ' || id === 'VP8L') images.push({ id, data });
    at += 8 + size + (size % 2);
  }
  return images;
}

/** The library reads every frame before it draws the first: tens of thousands take it half a minute. */
const MAX_FRAMES = 1_000;

export const hasTooManyFrames = (bytes: Uint8Array): boolean =>
  imagesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 12).length > MAX_FRAMES;

function buildStill({ id, data }: WebpImage, without: number): Buffer {
  const size = data.length - without;
  const file = Buffer.alloc(20 + size + (size % 2));
  file.write(`RIFF\0\0\0\0WEBP${id}`, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt32LE(size, 16);
  data.copy(file, 20, 0, size);
  return file;
}

/** The number of bytes that an encoder may leave after the last pixel. */
const SPARE_BYTES = 256;

/**
 * Tells whether a WebP that can be drawn is damaged. Neither compression has a checksum, so a
 * stretch of zeros is drawn as a smear. From there on the decoder reads other codes, and they end
 * elsewhere. The picture can then be drawn without its last bytes, which an intact one needs. Of an
 * animation the first and the last picture are checked.
 *
 * @param canBeDrawn whether a picture can be drawn to its last row
 */
export async function isDamagedWebp(
  bytes: Uint8Array,
  canBeDrawn: (picture: Buffer) => Promise<boolean>,
): Promise<boolean> {
  const images = imagesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 12);
  const [first] = images;
  const last = images.at(-1);
  for (const image of new Set([first, last])) {
    if (!image) return true;
    if (image !== first && !(await canBeDrawn(buildStill(image, 0)))) return true;
    const isLarge = image.data.length > 2 * SPARE_BYTES;
    if (isLarge && (await canBeDrawn(buildStill(image, SPARE_BYTES)))) return true;
  }
  return false;
}
