import { createHash } from 'node:crypto';
import {
  type UploadClaim,
  uploadClaimSchema,
} from '@datchain/shared/contracts/documents/upload-claim.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { uploadGone } from '@datchain/shared/domain/release/upload-gone.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import * as v from 'valibot';
import type { Services } from '../../services.ts';
import type { Data } from '../../stores/document-store.ts';
import type { StoredFile } from '../../stores/files.ts';

/** One version of one object: a later upload to the same path is another upload. */
export type Upload = Pick<StoredFile, 'path' | 'generation'>;

type Needs = Pick<Services, 'store'>;

/** Paths may be longer than a document's name. */
export const claimPath = ({ path, generation }: Upload): string =>
  docs.uploadClaim(createHash('sha256').update(`${path}#${generation}`).digest('hex').slice(0, 40));

/** An upload with what has become of it; `claim` and `version` are missing while nothing has. */
export interface ClaimedUpload<File extends Upload = Upload> {
  readonly upload: File;
  readonly claim?: UploadClaim;
  readonly version?: unknown;
}

/** What has become of these uploads, in their order. */
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
 * What has to be created together with a release, so that its files are never deleted: a claim for
 * each that no release has yet. A sweep that abandons one of them at the same moment creates the same
 * document; only one of the two is written.
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
