import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import type { ReadableFile } from '@datchain/shared/domain/readable-file.ts';
import { uploadFolders } from '@datchain/shared/domain/release/upload-path.ts';
import type { Files, StoredFile } from '../../stores/files.ts';
import { locate } from '../uploads/check-files.ts';

const isUpload = (path: string): boolean => path.startsWith(`${uploadFolders.audio}/`);

/**
 * Where the uploaded recording of a release lies; undefined where there is none. What a release of the
 * catalogue names may lie in our bucket too, but is not its own: others use it.
 */
export function recordingPath(
  files: Pick<Files, 'bucket' | 'origin'>,
  { audioPath, songUrl }: Pick<Release, 'audioPath' | 'songUrl'>,
): string | undefined {
  const path = audioPath ?? locate(files, songUrl)?.path;
  return path !== undefined && isUpload(path) ? path : undefined;
}

/** Thrown where an upload is not there any more. */
export class Gone extends Error {}

/** An upload as the audio code reads it. @throws Gone, from each read */
export const readableUpload = (
  files: Pick<Files, 'bytes'>,
  { path, size }: Pick<StoredFile, 'path' | 'size'>,
): ReadableFile => ({
  size,
  async bytes(from, count) {
    const bytes = await files.bytes(path, from, count);
    if (!bytes) throw new Gone(`${path} is not there any more`);
    return bytes;
  },
});

/**
 * Closes the recording of a release: its uploader's address leads nowhere from then on, and neither does
 * any that was signed (N-SND-09).
 */
export async function closeRecording(files: Files, release: Release): Promise<void> {
  const path = recordingPath(files, release);
  if (path) await files.close(path);
}

/** Gives a closed recording back to its uploader, at the address that the release has of it. */
export async function reopenRecording(files: Files, release: Release): Promise<void> {
  const own = locate(files, release.songUrl);
  if (own && isUpload(own.path))
    await files.reopen(own.path, { uploader: release.operatorUid, token: own.token });
}
