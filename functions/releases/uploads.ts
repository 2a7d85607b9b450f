import { createHash } from 'node:crypto';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import {
  type UploadClaim,
  uploadClaimSchema,
} from '@datchain/shared/contracts/documents/upload-claim.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import {
  invalidLocation,
  type SongFileKind,
  uploadFolders,
  uploadGone,
} from '@datchain/shared/domain/release/upload-path.ts';
import { checkSize, isAcceptedType, wrongFormat } from '@datchain/shared/domain/release-files.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import * as v from 'valibot';
import { checkWholePicture } from '../pictures/whole-picture.ts';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';
import type { Files, StoredFile } from '../stores/files.ts';

export interface CheckedFile extends Pick<StoredFile, 'path' | 'generation' | 'hash' | 'size'> {
  readonly url: string;
}

const refuseLocation = () => refuse('invalid-argument', invalidLocation);

interface Location {
  readonly path: string;
  readonly token: string;
}

/** Parses a download address of our bucket; undefined for every other text. */
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

const buildUrl = ({ bucket, origin }: Files, { path, token }: Location): string =>
  `${origin}/v0/b/${bucket}/o/${encodeURIComponent(path)}?alt=media&token=${token}`;

async function findOwn(
  files: Files,
  kind: SongFileKind,
  url: string,
  uploaderUid: string,
): Promise<{ file: StoredFile; url: string } | Refusal> {
  const location = locate(files, url);
  const [folder, name, ...deeper] = location?.path.split('/') ?? [];
  if (!location || folder !== uploadFolders[kind] || !name || deeper.length > 0)
    return refuseLocation();
  const file = await files.find(location.path);
  // Someone else's upload gets the same answer as an unknown one.
  if (file?.uploader !== uploaderUid || !file.tokens.includes(location.token)) {
    return refuseLocation();
  }
  return { file, url: buildUrl(files, location) };
}

/**
 * Checks an upload by Storage's own data: its place, its uploader, its size and type, and the
 * content of artwork (M-54, N-INP-10). A recording is read when its preview is cut.
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
    const refused = bytes ? await checkWholePicture(kind, bytes) : refuseLocation();
    if (refused) return refused;
  }
  return { url: found.url, path, generation, hash, size };
}

/** One version of one object: a later upload to the same path is another upload. */
export type Upload = Pick<StoredFile, 'path' | 'generation'>;

type Needs = Pick<Services, 'store'>;

/** Hashes the path, which may be longer than a document id. */
export const claimPath = ({ path, generation }: Upload): string =>
  docs.uploadClaim(createHash('sha256').update(`${path}#${generation}`).digest('hex').slice(0, 40));

/** An upload and its claim; `claim` and `version` are missing for an unclaimed one. */
export interface ClaimedUpload<File extends Upload = Upload> {
  readonly upload: File;
  readonly claim?: UploadClaim;
  readonly version?: unknown;
}

/** Reads the claims of uploads, in their order. */
export async function readClaims<File extends Upload>(
  { store }: Needs,
  uploads: readonly File[],
): Promise<ClaimedUpload<File>[]> {
  const stored = await store.read(uploads.map(claimPath));
  return uploads.map((upload) => {
    const found = stored.get(claimPath(upload));
    if (!found) return { upload };
    return { upload, claim: v.parse(uploadClaimSchema, found.data), version: found.version };
  });
}

export const newClaim = (
  { path }: Upload,
  state: UploadClaim['state'],
  since: Millis,
): UploadClaim & Data => ({ path, state, since });

/**
 * Builds the claims that keep a release's files from deletion, one for each unclaimed file. A sweep
 * that abandons a file at the same moment creates the same document, so only one of the two is
 * written.
 *
 * @returns the documents, or a refusal when an upload is abandoned
 */
export async function claimUploads(
  services: Needs,
  uploads: readonly Upload[],
  now: Millis,
): Promise<{ path: string; data: Data }[] | Refusal> {
  const claimed = await readClaims(services, uploads);
  if (claimed.some(({ claim }) => claim && claim.state !== 'released')) {
    return refuse('failed-precondition', uploadGone);
  }
  const fresh = claimed.filter(({ claim }) => !claim);
  const data = ({ upload }: ClaimedUpload) => newClaim(upload, 'released', now);
  return fresh.map((one) => ({ path: claimPath(one.upload), data: data(one) }));
}

/** Finds the uploaded artwork of a release in our bucket; undefined where its address leads elsewhere. */
function findArtwork(
  files: Pick<Files, 'bucket' | 'origin'>,
  { artworkUrl }: Pick<Release, 'artworkUrl'>,
): Location | undefined {
  const location = locate(files, artworkUrl);
  return location?.path.startsWith(`${uploadFolders.artwork}/`) ? location : undefined;
}

/**
 * Closes the artwork of a release that was taken down, and reopens it after a restoration. It is
 * public while one of the works that use it is (N-INP-08). The state is read again after each
 * write, so that the later of two changes wins.
 */
export async function showArtwork(
  {
    files,
    releases,
  }: Pick<Services, 'files'> & { releases: Pick<Services['releases'], 'listWithArtwork'> },
  release: Release,
): Promise<void> {
  const own = findArtwork(files, release);
  if (!own) return;
  const address = `${release.artworkUrl.split('?', 1)[0]}?`;
  const read = async () => {
    const sharing = await releases.listWithArtwork(address);
    return { sharing, isPublic: sharing.some(({ state }) => state !== 'taken-down') };
  };
  for (let shown = await read(); ; ) {
    const tokens = new Set(shown.sharing.flatMap((one) => findArtwork(files, one)?.token ?? []));
    const owner = { uploader: release.operatorUid, token: [...tokens].join() };
    if (shown.isPublic) await files.reopen(own.path, owner);
    else await files.close(own.path);
    const now = await read();
    if (now.isPublic === shown.isPublic) return;
    shown = now;
  }
}
