import type { Release, WholeSong } from '@datchain/shared/contracts/documents/release.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import type { Preview } from '@datchain/shared/domain/preview.ts';
import { isDatPreview, previewPath } from '@datchain/shared/domain/preview-address.ts';
import type { ReadableFile } from '@datchain/shared/domain/readable-file.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { invalidLocation, uploadFolders } from '@datchain/shared/domain/release/upload-path.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { wholePath } from '@datchain/shared/domain/whole-song.ts';
import { type CutPreview, cutPreview } from '../audio/cut-preview.ts';
import type { Services } from '../services.ts';
import type { Files, StoredFile } from '../stores/files.ts';
import { changeRelease } from './change-release.ts';
import { type CheckedFile, locate } from './uploads.ts';

const isUpload = (path: string): boolean => path.startsWith(`${uploadFolders.audio}/`);

/**
 * Returns the path of a release's uploaded recording; undefined without an upload. An existing
 * release may name a file in our bucket too, but that one is shared with others.
 */
export function recordingPath(
  files: Pick<Files, 'bucket' | 'origin'>,
  { audioPath, songUrl }: Pick<Release, 'audioPath' | 'songUrl'>,
): string | undefined {
  const path = audioPath ?? locate(files, songUrl)?.path;
  return path !== undefined && isUpload(path) ? path : undefined;
}

class Gone extends Error {}

/**
 * Adapts an upload to the audio code.
 *
 * @throws Gone, from each read, once the upload is deleted
 */
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

export interface Cutting {
  readonly files: Files;
  readonly environment: Pick<Services['environment'], 'siteUrl'>;
}

type Tagged = Pick<Release, 'id' | 'songName' | 'artistName' | 'genres'> &
  Partial<Pick<Release, 'recordingFacts'>>;

/** Returns the tags of a preview: the texts that players show, and its page and ISRC (N-FCT-02). */
function buildTags(release: Tagged, siteUrl: string) {
  const { id, songName, artistName, genres, recordingFacts } = release;
  return {
    title: `${songName} (preview)`,
    artist: artistName,
    genre: genres.map(genreName).join(', '),
    raw: {
      // The address must be plain bytes: the library writes texts with an encoding mark.
      WOAF: new TextEncoder().encode(`${siteUrl}/viewdat/${id}`),
      ...(recordingFacts?.isrc ? { TSRC: recordingFacts.isrc } : {}),
    },
  };
}

/**
 * Cuts the preview of a release out of its upload, in memory: nothing is stored yet (N-SND-08).
 *
 * @param release with the facts for its tags
 * @param start in whole seconds; undefined lets the server choose
 */
export async function cutFromUpload(
  { files, environment }: Cutting,
  upload: Pick<CheckedFile, 'path' | 'size'>,
  release: Tagged,
  start: number | undefined,
): Promise<CutPreview | Refusal> {
  const recording = readableUpload(files, upload);
  const tags = buildTags(release, environment.siteUrl);
  try {
    return await cutPreview(recording, { datId: release.id, start, tags });
  } catch (error) {
    if (error instanceof Gone) return refuse('invalid-argument', invalidLocation);
    throw error;
  }
}

/** Stores a preview publicly. Storing the same one again changes nothing. */
export async function publishPreview(
  files: Pick<Files, 'publish'>,
  { preview, bytes }: CutPreview,
): Promise<Preview> {
  await files.publish(previewPath(preview.file), bytes, 'audio/mpeg');
  return preview;
}

/** Removes every preview of a release, including replaced ones, whose addresses may be known (N-SND-09). */
export async function silence(files: Pick<Files, 'pages' | 'remove'>, { id }: Release) {
  for await (const page of files.pages(previewPath(`${id}-`), 100)) {
    // Another work's id may begin like this one.
    const own = page.filter(({ path }) => isDatPreview(id, path));
    await Promise.all(own.map(({ path }) => files.remove(path)));
  }
}

/**
 * Cuts a removed preview again, out of the same upload, for the same address. A release without an
 * own upload has none to cut.
 */
export async function soundAgain(cutting: Cutting, release: Release): Promise<void> {
  const { files } = cutting;
  const { preview } = release;
  const path = recordingPath(files, release);
  if (!preview || !path || (await files.find(previewPath(preview.file)))) return;
  const stored = await files.find(path);
  if (!stored) return;
  const cut = await cutFromUpload(cutting, stored, release, preview.start);
  if (isRefusal(cut)) throw new Error(`The preview of ${release.id}: ${cut.message}`);
  await publishPreview(files, { ...cut, preview });
}

type Needs = Pick<Services, 'files' | 'store' | 'clock'>;

export const dueFrom = (dueAt: Millis, song: WholeSong['song'] = null): WholeSong => ({
  song,
  dueAt,
  attempts: 0,
  problem: null,
});

/** Requests the whole song of a release, unless it is already requested or has failed. */
export async function askForWhole({ store, clock }: Needs, { id }: Release): Promise<void> {
  await changeRelease({ store }, id, ({ state, whole }) =>
    state === 'published' && (whole?.dueAt ?? null) === null && !whole?.problem
      ? { whole: dueFrom(clock.now(), whole?.song) }
      : undefined,
  );
}

/**
 * Closes the whole song and the recording of a release to everyone (N-SND-09). From then on neither
 * its uploader's address nor any signed address works.
 */
export async function silenceWhole({ files }: Pick<Needs, 'files'>, release: Release) {
  if (release.whole?.song) await files.remove(wholePath(release.whole.song.file));
  const path = recordingPath(files, release);
  if (path) await files.close(path);
}

/**
 * Gives the recording back to its uploader, at the address that the release has, and requests the
 * whole song again.
 */
export async function wholeAgain(services: Needs, release: Release): Promise<void> {
  const { files } = services;
  const own = locate(files, release.songUrl);
  if (own && isUpload(own.path)) {
    await files.reopen(own.path, { uploader: release.operatorUid, token: own.token });
  }
  if (recordingPath(files, release)) await askForWhole(services, release);
}
