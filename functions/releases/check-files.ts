import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import {
  checkReleaseFile,
  type ReleaseFileKind,
  releaseFiles,
  SNIFFED_BYTES,
  sniffFile,
} from '@datchain/shared/domain/release-files.ts';
import type { Files, StoredFile } from '../stores/files.ts';

/** An upload that may become part of a release. */
export interface CheckedFile {
  /** Its download address, spelt by us. */
  readonly url: string;
  readonly hash: string;
}

const folders = { artwork: 'dat_artwork', audio: 'dat_audio' } as const;
type Kind = keyof typeof folders & ReleaseFileKind;

const invalidLocation = () => refuse('invalid-argument', 'Invalid file location.');

interface Location {
  readonly path: string;
  readonly token: string;
}

/** What a download address of our bucket names; undefined for every other text. */
function locate({ bucket, origin }: Files, url: string): Location | undefined {
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
  kind: Kind,
  url: string,
  uploaderUid: string,
): Promise<{ file: StoredFile; url: string } | Refusal> {
  const location = locate(files, url);
  const [folder, name, ...deeper] = location?.path.split('/') ?? [];
  if (!location || folder !== folders[kind] || !name || deeper.length > 0) return invalidLocation();
  const file = await files.find(location.path);
  // Somebody else's upload answers like one that does not exist.
  if (file?.uploader !== uploaderUid || !file.tokens.includes(location.token)) {
    return invalidLocation();
  }
  return { file, url: urlOf(files, location) };
}

/**
 * Checks an upload again, by what Storage has: its place, its uploader, its size and type, and what
 * it is by its first bytes (SPEC §7, File storage).
 *
 * @returns its address, or 'Invalid file location.' or the sentence that says what is wrong with it
 */
export async function checkFile(
  files: Files,
  kind: Kind,
  url: string,
  uploaderUid: string,
): Promise<CheckedFile | Refusal> {
  const found = await findOwn(files, kind, url, uploaderUid);
  if (isRefusal(found)) return found;
  const { path, contentType, size, hash } = found.file;
  const problem = checkReleaseFile(kind, { name: path, type: contentType, size });
  if (problem) return refuse('invalid-argument', problem);
  if (!sniffFile(kind, await files.firstBytes(path, SNIFFED_BYTES))) {
    const { noun, formats } = releaseFiles[kind];
    return refuse('invalid-argument', `${noun} must be ${formats}.`);
  }
  return { url: found.url, hash };
}
