import {
  checkPicture,
  notWhole,
  type Picture,
} from '@datchain/shared/domain/picture/check-picture.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { checkSize, type ReleaseFileKind } from '@datchain/shared/domain/release-files.ts';
import { loadRecording } from './load-recording.ts';
import { readableBlob } from './readable-blob.ts';

/** Larger pictures are left to the server: a phone may lack the memory to draw them. */
const MAX_DRAWN_PIXELS = 24_000_000;

/**
 * Tells whether this browser can draw the whole picture. Some browsers do not notice a truncated
 * file.
 */
async function isShown(file: File, { width, height }: Picture): Promise<boolean> {
  if (width * height > MAX_DRAWN_PIXELS) return true;
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Checks a file's size and content before anything is sent, as the server will. Its name and the
 * device's type for it are ignored (N-INP-09, N-INP-10).
 *
 * @returns the sentence that says what is wrong, or undefined
 */
export async function checkFile(kind: ReleaseFileKind, file: File): Promise<string | undefined> {
  const wrongSize = checkSize(kind, file.size);
  if (wrongSize) return wrongSize;
  try {
    if (kind === 'audio') {
      const recording = await loadRecording(file);
      return isRefusal(recording) ? recording.message : undefined;
    }
    const picture = await checkPicture(kind, readableBlob(file), pause);
    if (isRefusal(picture)) return picture.message;
    return (await isShown(file, picture)) ? undefined : notWhole(kind).message;
  } catch {
    return `${file.name} cannot be read.`;
  }
}
