import {
  checkPicture,
  notWhole,
  type PictureKind,
} from '@datchain/shared/domain/picture/check-picture.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { MAX_PIXELS } from '@datchain/shared/domain/release-files.ts';
import { isDamagedWebp } from './whole-webp.ts';

/**
 * How pictures of users are read, here and by what builds the site: what is taken here can be drawn
 * there. That half a picture is missing is only a warning to the library.
 */
export const pictureReading = { limitInputPixels: MAX_PIXELS, failOn: 'warning' } as const;

const DRAW_SECONDS = 20;

/**
 * Draws a picture to its last row, and keeps nothing of it. The library is loaded for the first
 * picture: most processes never handle one.
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

let drawing: Promise<unknown> = Promise.resolve();

/** Draws one picture at a time: some take half a gibibyte. */
function canBeDrawnInTurn(bytes: Uint8Array): Promise<boolean> {
  const turn = drawing.then(() => canBeDrawn(bytes));
  drawing = turn;
  return turn;
}

/**
 * Checks a picture as the forms do, and then by drawing it: whether all of a picture is there shows
 * only then (N-INP-10).
 *
 * @param bytes all of the file
 * @returns a refusal with a sentence that is true of this file; undefined when there is nothing wrong
 */
export async function checkWholePicture(
  kind: PictureKind,
  bytes: Uint8Array,
): Promise<Refusal | undefined> {
  const size = bytes.length;
  const file = {
    size,
    bytes: async (from: number, count: number) => bytes.subarray(from, from + count),
  };
  const picture = await checkPicture(kind, file);
  if (isRefusal(picture)) return picture;
  if (!(await canBeDrawnInTurn(bytes))) return notWhole(kind);
  const isDamaged = picture.type === 'image/webp' && (await isDamagedWebp(bytes, canBeDrawnInTurn));
  return isDamaged ? notWhole(kind) : undefined;
}
