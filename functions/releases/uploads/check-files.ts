import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { invalidLocation } from '@datchain/shared/domain/release/upload-gone.ts';
import { type SongFileKind, uploadFolders } from '@datchain/shared/domain/release/upload-path.ts';
import {
  checkPictureEnd,
  checkReleaseFile,
  END_BYTES,
  releaseFiles,
  SNIFFED_BYTES,
  sniffFile,
} from '@datchain/shared/domain/release-files.ts';
import type { Files, StoredFile } from '../../stores/files.ts';

/** An upload that may become part of a release. */
export interface CheckedFile extends Pick<StoredFile, 'path' | 'generation' | 'hash' | 'size'> {
  /** Its download address, spelt by us. */
  readonly url: string;
}

const notOurs = () => refuse('invalid-argument', invalidLocation);

interface Location {
  readonly path: string;
  readonly token: string;
}

/** What a download address of our bucket names; undefined for every other text. */
export function locate(
  { bucket, origin }: Pick<Files, 'bucket' | 'origin'>,
  url: string,
): Location | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin: from, pathname, searchParams, username, password } = new URL(url);
  const prefix = `/v0/b/${bucket}/o/`;
  if (from !== origin || !pathname.startsWith(prefix) || username !== '' || password !== '') {
    return undefined;
  }
  try {
    const path = decodeURIComponent(pathname.slice(prefix.length));
    return { path, token: searchParams.get('token') ?? '' };
  } catch {
    return undefined;
  }
}

const urlOf = ({ bucket, origin }: Files, { path, token }: Location): string =>
  `${origin}/v0/b/${bucket}/o/${encodeURIComponent(path)}?alt=media&token=${token}`;

/** The object behind an address, if it is this uploader's in the folder of its kind. */
async function findOwn(
  files: Files,
  kind: SongFileKind,
  url: string,
  uploaderUid: string,
): Promise<{ file: StoredFile; url: string } | Refusal> {
  const location = locate(files, url);
  const [folder, name, ...deeper] = location?.path.split('/') ?? [];
  if (!location || folder !== uploadFolders[kind] || !name || deeper.length > 0) return notOurs();
  const file = await files.find(location.path);
  // Someone else's upload answers like one that does not exist.
  if (file?.uploader !== uploaderUid || !file.tokens.includes(location.token)) {
    return notOurs();
  }
  return { file, url: urlOf(files, location) };
}

/**
 * What a file is by its own bytes: the sentence that says what is wrong with them, or undefined.
 */
async function checkBytes(
  files: Files,
  kind: SongFileKind,
  { path, size }: StoredFile,
): Promise<string | undefined> {
  const first = await files.bytes(path, 0, SNIFFED_BYTES);
  if (!first) return invalidLocation;
  const type = sniffFile(kind, first);
  if (!type) return `${releaseFiles[kind].noun} must be ${releaseFiles[kind].formats}.`;
  if (kind !== 'artwork') return undefined;
  const last = await files.bytes(path, Math.max(0, size - END_BYTES), END_BYTES);
  if (!last) return invalidLocation;
  return checkPictureEnd(type, { size, first, last });
}

/**
 * Checks an upload again, by what Storage has: its place, its uploader, its size and type, and what
 * it is by its first bytes and a picture's last (M-54).
 *
 * @returns its address, or 'Invalid file location.' or the sentence that says what is wrong with it
 */
export async function checkFile(
  files: Files,
  kind: SongFileKind,
  url: string,
  uploaderUid: string,
): Promise<CheckedFile | Refusal> {
  const found = await findOwn(files, kind, url, uploaderUid);
  if (isRefusal(found)) return found;
  const { path, contentType, size, generation, hash } = found.file;
  const problem =
    checkReleaseFile(kind, { name: path, type: contentType, size }) ??
    (await checkBytes(files, kind, found.file));
  if (problem) return refuse('invalid-argument', problem);
  return { url: found.url, path, generation, hash, size };
}
