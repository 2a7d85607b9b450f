import { setImmediate } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import {
  checkPicture,
  notWhole,
  type Picture,
  type PictureKind,
} from '@datchain/shared/domain/picture/check-picture.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { MAX_PIXELS } from '@datchain/shared/domain/release-files.ts';
import { hasPlainExif } from './exif.ts';
import { hasTooManyFrames, isDamagedWebp } from './whole-webp.ts';

/**
 * Options for reading users' pictures, here and in the builder: a picture accepted here can be
 * drawn there. For the library even a picture cut in half is only a warning, so warnings count as
 * failures.
 */
export const pictureReading = { limitInputPixels: MAX_PIXELS, failOn: 'warning' } as const;

const DRAW_SECONDS = 20;

/**
 * Draws a picture to its last row and discards it. The library is loaded for the first picture,
 * because most processes never handle one.
 *
 * @returns whether that is possible
 */
async function canBeDrawn(bytes: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, pictureReading).timeout({ seconds: DRAW_SECONDS });
    const { width, height } = await picture.metadata();
    await picture
      .extract({ left: 0, top: height - 1, width, height: 1 })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}

/**
 * Tells whether the colours of a picture are quick to transform. A profile may contain processing
 * elements: a kilobyte of them takes minutes, and no camera or editor writes them.
 */
async function hasPlainColours(bytes: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  try {
    const { icc } = await sharp(bytes, pictureReading).metadata();
    return !icc?.includes('mpet');
  } catch {
    return false;
  }
}

/**
 * The limit of all compressed texts of a PNG together, in bytes after decompression. Editors write
 * some ten thousand.
 */
const MAX_TEXT_BYTES = 1_000_000;

function compressedText(kind: string, chunk: Buffer): Buffer | undefined {
  const keyword = chunk.indexOf(0);
  if (keyword < 0) return undefined;
  if (kind === 'zTXt') return chunk.subarray(keyword + 2);
  if (kind !== 'iTXt' || chunk[keyword + 1] !== 1) return undefined;
  const language = chunk.indexOf(0, keyword + 3);
  const translated = language < 0 ? -1 : chunk.indexOf(0, language + 1);
  return translated < 0 ? undefined : chunk.subarray(translated + 1);
}

/**
 * Tells whether the texts of a PNG stay small after decompression. The library decompresses all of
 * them before it reads a row, a few kilobytes may hold gigabytes, and nobody sees them.
 *
 * @param bytes a file whose chunks are all complete
 */
function hasSmallTexts(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let budget = MAX_TEXT_BYTES;
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const chunk = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    const text = compressedText(file.toString('latin1', at + 4, at + 8), chunk);
    if (!text) continue;
    try {
      budget -= inflateSync(text, { maxOutputLength: budget + 1 }).length;
    } catch {
      return false;
    }
    if (budget < 0) return false;
  }
  return true;
}

let queue: Promise<unknown> = Promise.resolve();

/** Draws one picture at a time, because some take half a gibibyte. */
function canBeDrawnQueued(bytes: Uint8Array): Promise<boolean> {
  const drawn = queue.then(() => canBeDrawn(bytes));
  queue = drawn;
  return drawn;
}

/**
 * Checks a picture like the forms do, and for content that would keep a renderer busy for minutes
 * (N-INP-10). The file may have been replaced since it was accepted, so every renderer calls this
 * first.
 *
 * @param bytes all of the file
 * @returns its type, or a refusal with a sentence that is true of this file
 */
export async function checkBeforeDrawing(
  kind: PictureKind,
  bytes: Uint8Array,
): Promise<Picture['type'] | Refusal> {
  const file = {
    size: bytes.length,
    bytes: async (from: number, count: number) => bytes.subarray(from, from + count),
  };
  const picture = await checkPicture(kind, file, setImmediate);
  if (isRefusal(picture)) return picture;
  const { type } = picture;
  if (!hasPlainExif(bytes)) return notWhole(kind);
  if (type === 'image/png' && !hasSmallTexts(bytes)) return notWhole(kind);
  if (type === 'image/webp' && hasTooManyFrames(bytes)) return notWhole(kind);
  return (await hasPlainColours(bytes)) ? type : notWhole(kind);
}

/**
 * Checks a picture like the forms do and then draws it, because only that shows whether it is
 * complete (N-INP-10).
 *
 * @param bytes all of the file
 * @returns a refusal with a sentence that is true of this file; undefined when nothing is wrong
 */
export async function checkWholePicture(
  kind: PictureKind,
  bytes: Uint8Array,
): Promise<Refusal | undefined> {
  const type = await checkBeforeDrawing(kind, bytes);
  if (isRefusal(type)) return type;
  if (!(await canBeDrawnQueued(bytes))) return notWhole(kind);
  const isDamaged = type === 'image/webp' && (await isDamagedWebp(bytes, canBeDrawnQueued));
  return isDamaged ? notWhole(kind) : undefined;
}
