import { releaseDat, releaseDatFromSummary } from '@datchain/shared/contracts/calls/releases.ts';
import { makeSongInput } from '@datchain/shared/contracts/release-song.ts';
import { CallError } from '@datchain/shared/domain/call-wire.ts';
import {
  isUploadGone,
  type SongFileKind,
  uploadPath,
} from '@datchain/shared/domain/release/upload-path.ts';
import { call } from '../../../lib/calls/callables.ts';
import { codeOf } from '../../../lib/calls/error-words.ts';
import type { KeptRelease } from '../draft-store.ts';
import type { Brake } from './brake.ts';
import { UploadsGone } from './failure-words.ts';
import { newUpload, type SubmissionEvent } from './submission.ts';
import { findUploaded, forgetUploaded, keepUploaded } from './uploaded-store.ts';

interface Sending {
  readonly uid: string;
  readonly brake: Brake;
  readonly tell: (event: SubmissionEvent) => void;
}

/** Loads the storage's SDK only when something is uploaded. */
const loadStorage = () => import('../../../lib/storage/storage.ts');

/**
 * Releases a DAT (R-REV-03, R-REV-04). An existing release takes one call. Otherwise artwork and
 * audio are uploaded, their addresses fetched, and then the call is made. Files uploaded by an
 * earlier attempt are not uploaded again.
 *
 * @returns the new DAT's id; empty where the answer lacks it
 * @throws errors of the storage or the call; UploadCancelled; UploadsGone
 */
export async function sendRelease(kept: KeptRelease, sending: Sending): Promise<string> {
  const { draft, artwork, audio } = kept;
  if (draft.mode === 'summary') {
    sending.tell({ type: 'begun', files: [] });
    sending.brake.letGo();
    const contentId = draft.summary?.contentId ?? '';
    return (await call(releaseDatFromSummary, { contentId, tier: draft.tier })).datId;
  }
  if (!artwork || !audio) throw new Error('The files of the release are missing.');
  const at = Date.now();
  sending.tell({
    type: 'begun',
    files: [newUpload('artwork', artwork, at), newUpload('audio', audio, at)],
  });
  const artworkPath = await uploadFile('artwork', artwork, sending);
  const audioPath = await uploadFile('audio', audio, sending);
  const artworkUrl = await findAddress(artworkPath);
  const songUrl = await findAddress(audioPath);
  await sending.brake.released();
  sending.brake.letGo();
  sending.tell({ type: 'called' });
  try {
    const { datIds } = await call(releaseDat, {
      songs: [makeSongInput(draft, { artworkUrl, songUrl })],
    });
    return datIds[0] ?? '';
  } catch (error) {
    if (!(error instanceof CallError && isUploadGone(error.message))) throw error;
    // Whatever happened: the files are on this device, and the next attempt uploads them again.
    await forgetUploaded(sending.uid);
    throw new UploadsGone();
  }
}

async function uploadFile(
  kind: SongFileKind,
  file: File,
  { uid, brake, tell }: Sending,
): Promise<string> {
  const { startUpload, findDownloadUrl } = await loadStorage();
  const before = await findUploaded(uid, kind, file);
  if (before?.isStored && (await findDownloadUrl(before.path))) {
    tell({ type: 'stored', kind });
    return before.path;
  }
  const { readContentType } = await import('../../../lib/files/content-type.ts');
  await brake.released();
  const { path, sessionUrl } =
    before && !before.isStored
      ? before
      : { path: uploadPath(kind, Date.now(), file.name), sessionUrl: '' };
  const keep = (url: string, isStored: boolean) =>
    keepUploaded(uid, kind, { file, path, sessionUrl: url, isStored });
  const upload = await startUpload({
    path,
    file,
    contentType: await readContentType(kind, file),
    uid,
    sessionUrl: sessionUrl || undefined,
    onProgress: (sentBytes) => tell({ type: 'sent', kind, sentBytes, at: Date.now() }),
    onConnection: (isLost) => tell({ type: 'connection', isLost }),
    onSession: (url) => void keep(url, false),
  });
  brake.hold(upload);
  try {
    await upload.done;
  } catch (error) {
    // A path that was refused once will be refused again.
    if (codeOf(error) === 'storage/unauthorized') await keepUploaded(uid, kind, undefined);
    throw error;
  }
  tell({ type: 'stored', kind });
  await keep('', true);
  return path;
}

async function findAddress(path: string): Promise<string> {
  const { findDownloadUrl } = await loadStorage();
  const url = await findDownloadUrl(path);
  if (!url) throw new UploadsGone();
  return url;
}
