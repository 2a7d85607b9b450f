import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { invalidLocation } from '@datchain/shared/domain/release/upload-gone.ts';
import { type SongFileKind, uploadFolders } from '@datchain/shared/domain/release/upload-path.ts';
import { checkSize, isAcceptedType, wrongFormat } from '@datchain/shared/domain/release-files.ts';
import { checkWholePicture } from '../../pictures/whole-picture.ts';
import type { Files, StoredFile } from '../../stores/files.ts';

/** An upload that may become part of a release. */
export interface CheckedFile extends Pick<StoredFile, 'path' | 'generation' | 'hash' | 'size'> {
  /** Its download address, spelt by us. */
  readonly url: string;
}

const notOurs = () => refuse('invalid-argument', invalidLocation);

/** An object, as a download address names it. */
export interface Location {
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
 * Checks an upload again, by what Storage has: its place, its uploader, its size and type, and, of
 * artwork, its content (M-54, N-INP-10). A recording is read when its preview is cut.
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
  const wrongType = isAcceptedType(kind, contentType) ? undefined : wrongFormat(kind);
  const problem = wrongType ?? checkSize(kind, size);
  if (problem) return refuse('invalid-argument', problem);
  if (kind === 'artwork') {
    const bytes = await files.bytes(path, 0, size);
    const refused = bytes ? await checkWholePicture(kind, bytes) : notOurs();
    if (refused) return refused;
  }
  return { url: found.url, path, generation, hash, size };
}
