import { formatCount } from '../format.ts';
import { inBlocks, type ReadableFile, type ReadBytes } from '../readable-file.ts';
import { type Refusal, refuse } from '../refusal.ts';
import {
  MAX_PIXELS,
  MAX_SIDE_PIXELS,
  type ReleaseFileKind,
  releaseFiles,
  wrongFormat,
} from '../release-files.ts';
import { isCommonFrame, isFrame, isWholeJpeg, MAX_SEGMENTS, type Pause } from './whole-jpeg.ts';

export type PictureKind = Exclude<ReleaseFileKind, 'audio'>;

export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** The size in pixels, before a camera's rotation. */
  readonly width: number;
  readonly height: number;
  readonly isRareJpeg?: true;
}

type Ending = 'whole' | 'cut off' | 'followed';

const textAt = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const HEAD_BYTES = 32;
const PNG_MAGIC = '\x89PNG\r\n\x1a\n';

function readPng(head: Uint8Array): Picture | undefined {
  if (head.length < 24 || textAt(head, 0, 8) !== PNG_MAGIC) return undefined;
  const view = viewOf(head);
  if (view.getUint32(8) !== 13 || textAt(head, 12) !== 'IHDR') return undefined;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function readWebp(head: Uint8Array): Picture | undefined {
  if (head.length < 30 || textAt(head, 0) !== 'RIFF' || textAt(head, 8) !== 'WEBP')
    return undefined;
  const view = viewOf(head);
  const type = 'image/webp';
  switch (textAt(head, 12)) {
    case 'VP8 ':
      return {
        type,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 'VP8L': {
      const sizes = view.getUint32(21, true);
      return { type, width: (sizes & 0x3fff) + 1, height: ((sizes >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': {
      const side = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
      return { type, width: side(24), height: side(27) };
    }
  }
  return undefined;
}

async function readJpeg(read: ReadBytes): Promise<Picture | undefined> {
  const [first, second, third] = await read(0, 3);
  if (first !== 0xff || second !== 0xd8 || third !== 0xff) return undefined;
  let at = 2;
  for (let count = 0; count < MAX_SEGMENTS; count++) {
    const bytes = await read(at, at + 9);
    const [mark, marker = 0] = bytes;
    if (bytes.length < 9 || mark !== 0xff) return undefined;
    const view = viewOf(bytes);
    if (isFrame(marker)) {
      const [width, height] = [view.getUint16(7), view.getUint16(5)];
      const rare = isCommonFrame(marker) ? {} : { isRareJpeg: true as const };
      return { type: 'image/jpeg', width, height, ...rare };
    }
    // Markers can be padded with more bytes of 0xff.
    if (marker === 0xff) at += 1;
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return undefined;
    else at += 2 + view.getUint16(2);
  }
  // Too many segments: the pixels are not searched further.
  return { type: 'image/jpeg', width: 0, height: 0 };
}

async function readHeader(read: ReadBytes): Promise<Picture | undefined> {
  const head = await read(0, HEAD_BYTES);
  return readPng(head) ?? readWebp(head) ?? readJpeg(read);
}

const hasPixels = ({ width, height }: Picture): boolean => width > 0 && height > 0;

/**
 * Reads the type and size of a picture from its content (N-INP-10).
 *
 * @returns undefined for other files
 */
export async function readPicture(file: ReadableFile): Promise<Picture | undefined> {
  const picture = await readHeader(inBlocks(file));
  return picture && hasPixels(picture) ? picture : undefined;
}

/** The most chunks to walk: editors write some thousand, and a million empty ones would take seconds. */
const MAX_CHUNKS = 50_000;

async function endOfPng(read: ReadBytes, size: number): Promise<Ending> {
  let at = PNG_MAGIC.length;
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks++) {
    const head = await read(at, at + 8);
    if (head.length < 8) return 'cut off';
    at += 12 + viewOf(head).getUint32(0);
    if (at > size) return 'cut off';
    if (textAt(head, 4) === 'IEND') return at === size ? 'whole' : 'followed';
  }
  return 'cut off';
}

/** Checks the length in the second word of a WebP, which must cover all its chunks. */
async function endOfWebp(read: ReadBytes, size: number): Promise<Ending> {
  const length = viewOf(await read(4, 8)).getUint32(0, true) + 8;
  if (length > size) return 'cut off';
  let [at, odd] = [12, 0];
  for (let chunks = 0; at + 8 <= length; chunks++) {
    if (chunks === MAX_CHUNKS) return 'cut off';
    const bytes = viewOf(await read(at + 4, at + 8)).getUint32(0, true);
    odd = bytes % 2;
    at += 8 + bytes + odd;
  }
  // Some programs omit the byte that pads the last chunk to an even length.
  if (at - odd > length) return 'cut off';
  return length === size ? 'whole' : 'followed';
}

/** Walks a JPEG. Zeros after its end are ignored: some cameras pad with them. */
async function endOfJpeg(read: ReadBytes, size: number, pause: Pause): Promise<Ending> {
  const bytes = await read(0, size);
  if (!(await isWholeJpeg(bytes, pause))) return 'cut off';
  let end = bytes.length;
  while (bytes[end - 1] === 0) end -= 1;
  return bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9 ? 'whole' : 'followed';
}

const endings = { 'image/png': endOfPng, 'image/webp': endOfWebp, 'image/jpeg': endOfJpeg };

const no = (sentence: string): Refusal => refuse('invalid-argument', sentence);

export const notWhole = (kind: PictureKind): Refusal =>
  no(
    `${releaseFiles[kind].noun} must be whole. This file is cut off, damaged or of an unusual kind: save it again with an image editor.`,
  );

/** Refuses an arithmetic, lossless or hierarchical JPEG: a few kilobytes can take minutes to draw. */
const rareJpeg = (kind: PictureKind): Refusal =>
  no(
    `${releaseFiles[kind].noun} cannot be a JPEG of this kind, which few programs show: save it again with an image editor.`,
  );

function refuseLarge(kind: PictureKind, { width, height }: Picture): Refusal | undefined {
  const { noun } = releaseFiles[kind];
  const tooLarge = (most: string) =>
    no(
      `${noun} can ${most}. This one has ${formatCount(width)} × ${formatCount(height)}: make it smaller.`,
    );
  if (Math.max(width, height) > MAX_SIDE_PIXELS) {
    return tooLarge(`be at most ${formatCount(MAX_SIDE_PIXELS)} pixels wide and high`);
  }
  return width * height > MAX_PIXELS
    ? tooLarge(`have at most ${MAX_PIXELS / 1e6} megapixels`)
    : undefined;
}

/**
 * Checks a picture by its content (N-INP-10): type, sides, pixels and end. Viewers do not show data after the
 * end of artwork, so it could be anything: a page, an archive, a location. Of a profile picture only the
 * image is kept. Drawing finds what this check cannot.
 *
 * @param pause is called about every 10 ms
 * @returns a refusal with a sentence that is true of this file
 */
export async function checkPicture(
  kind: PictureKind,
  file: ReadableFile,
  pause: Pause,
): Promise<Picture | Refusal> {
  const picture = await readHeader(inBlocks(file));
  if (!picture) return no(wrongFormat(kind));
  if (picture.isRareJpeg) return rareJpeg(kind);
  if (!hasPixels(picture)) return notWhole(kind);
  const tooLarge = refuseLarge(kind, picture);
  if (tooLarge) return tooLarge;
  const ending = await endings[picture.type](inBlocks(file), file.size, pause);
  if (ending === 'cut off') return notWhole(kind);
  if (ending === 'followed' && kind === 'artwork') {
    return no('The artwork file has data after its image. Save it again with an image editor.');
  }
  return picture;
}
