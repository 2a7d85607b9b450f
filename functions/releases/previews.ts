import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import type { Preview } from '@datchain/shared/domain/preview.ts';
import { previewPath } from '@datchain/shared/domain/preview-address.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { invalidLocation } from '@datchain/shared/domain/release/upload-gone.ts';
import { type CutPreview, cutPreview } from '../audio/cut-preview.ts';
import type { Files } from '../stores/files.ts';
import type { CheckedFile } from './check-files.ts';
import { Gone, readableUpload, recordingPath } from './recordings.ts';

/**
 * Cuts the preview of a release out of its upload, in memory: nothing is stored yet (N-SND-08).
 *
 * @param start in whole seconds; undefined leaves it to the server
 */
export async function cutOf(
  files: Files,
  upload: Pick<CheckedFile, 'path' | 'size'>,
  { id, songName, artistName, genres }: Pick<Release, 'id' | 'songName' | 'artistName' | 'genres'>,
  start: number | undefined,
): Promise<CutPreview | Refusal> {
  const recording = readableUpload(files, upload);
  const tags = {
    title: `${songName} (preview)`,
    artist: artistName,
    genre: genres.map(genreName).join(', '),
  };
  try {
    return await cutPreview(recording, { datId: id, start, tags });
  } catch (error) {
    if (error instanceof Gone) return refuse('invalid-argument', invalidLocation);
    throw error;
  }
}

/** Stores a preview where everybody can hear it. The same one again is the one that is there. */
export async function publishPreview(
  files: Pick<Files, 'publish'>,
  { preview, bytes }: CutPreview,
): Promise<Preview> {
  await files.publish(previewPath(preview.file), bytes, 'audio/mpeg');
  return preview;
}

/** Takes the sound of a release away, wherever its address is known (N-SND-09). */
export async function silence(files: Pick<Files, 'remove'>, { preview }: Release): Promise<void> {
  if (preview) await files.remove(previewPath(preview.file));
}

/**
 * Cuts a preview again that was taken away, out of the same upload, for the same address. A release
 * whose upload is not ours has none to cut.
 */
export async function soundAgain(files: Files, release: Release): Promise<void> {
  const { preview } = release;
  const path = recordingPath(files, release);
  if (!preview || !path || (await files.find(previewPath(preview.file)))) return;
  const stored = await files.find(path);
  if (!stored) return;
  const cut = await cutOf(files, stored, release, preview.start);
  if (isRefusal(cut)) throw new Error(`The preview of ${release.id}: ${cut.message}`);
  await publishPreview(files, { ...cut, preview });
}
