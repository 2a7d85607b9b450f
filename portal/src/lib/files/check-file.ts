import {
  checkPicture,
  notWhole,
  type Picture,
} from '@datchain/shared/domain/picture/check-picture.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { checkSize, type ReleaseFileKind } from '@datchain/shared/domain/release-files.ts';
import { readableBlob } from './readable-blob.ts';
import { recordingOf } from './recording-of.ts';

/** Larger pictures are left to the server: a phone may have no room to draw them. */
const MOST_DRAWN_PIXELS = 24_000_000;

/** Whether this browser draws a picture to its end. Some of them do not notice that a part is missing. */
async function isShown(file: File, { width, height }: Picture): Promise<boolean> {
  if (width * height > MOST_DRAWN_PIXELS) return true;
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

/** Lets the page draw and answer presses. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Judges a file before anything is sent, by its size and its content, as the server will: its name and
 * what the device takes it for say nothing (N-INP-09, N-INP-10).
 *
 * @returns the sentence that says what is wrong, or undefined
 */
export async function checkFile(kind: ReleaseFileKind, file: File): Promise<string | undefined> {
  const wrongSize = checkSize(kind, file.size);
  if (wrongSize) return wrongSize;
  try {
    if (kind === 'audio') {
      const recording = await recordingOf(file);
      return isRefusal(recording) ? recording.message : undefined;
    }
    const picture = await checkPicture(kind, readableBlob(file), pause);
    if (isRefusal(picture)) return picture.message;
    return (await isShown(file, picture)) ? undefined : notWhole(kind).message;
  } catch {
    return `${file.name} cannot be read.`;
  }
}
