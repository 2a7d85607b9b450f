import type { UploadClaim } from '@datchain/shared/contracts/documents/upload-claim.ts';
import { uploadFolders } from '@datchain/shared/domain/release/upload-path.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { log } from '../../log.ts';
import type { Services } from '../../services.ts';
import type { StoredFile } from '../../stores/files.ts';
import { type ClaimedUpload, claimPath, newClaim, readClaims } from '../uploads.ts';
import { mentionedUploads } from './mentioned-uploads.ts';

/**
 * The age in days at which an unreleased upload is abandoned. A draft on a device may be older; its
 * files are then uploaded again.
 */
const ABANDON_AFTER_DAYS = 90;
/** Days between abandoning an upload, which keeps it from being released, and its deletion. */
const DELETE_AFTER_DAYS = 1;

export interface UploadSweep {
  readonly looked: number;
  readonly released: number;
  readonly abandoned: number;
  readonly deleted: number;
  readonly failed: number;
}

type Outcome = 'released' | 'abandoned' | 'deleted' | 'failed' | 'left';
type Needs = Pick<Services, 'files' | 'store' | 'mentions' | 'clock'>;
type Open = ClaimedUpload<StoredFile>;

export interface SweepOptions {
  readonly isDryRun?: boolean;
  readonly pageSize?: number;
  readonly atOnce?: number;
}

async function findOpen(services: Needs, page: readonly StoredFile[]): Promise<Open[]> {
  const before = services.clock.now() - ABANDON_AFTER_DAYS * DAY_MILLIS;
  // A file without an uploader was put there by hand, and no one could release it.
  const old = page.filter(({ createdAt, uploader }) => createdAt < before && uploader !== '');
  const claimed = await readClaims(services, old);
  return claimed.filter(({ claim }) => claim?.state !== 'released');
}

async function findMentioned({ mentions }: Needs, open: readonly Open[]): Promise<Set<string>> {
  const paths = new Set(open.map(({ upload }) => upload.path));
  const mentioned = new Set<string>();
  for await (const documents of mentions.pages()) {
    for (const path of mentionedUploads(documents)) if (paths.has(path)) mentioned.add(path);
  }
  return mentioned;
}

function judge({ claim }: Open, isMentioned: boolean, now: number): Outcome {
  // An earlier run has decided, and may be deleting the upload now.
  if (claim?.state === 'deleted') return 'deleted';
  if (isMentioned) return 'released';
  if (!claim) return 'abandoned';
  return now - claim.since > DELETE_AFTER_DAYS * DAY_MILLIS ? 'deleted' : 'left';
}

async function decide(
  { store, clock }: Needs,
  { upload, version }: Open,
  state: UploadClaim['state'],
): Promise<boolean> {
  const path = claimPath(upload);
  const data = newClaim(upload, state, clock.now());
  const written = await store.write({
    create: version ? [] : [{ path, data }],
    replace: version ? [{ path, data, version }] : [],
  });
  return written === 'written';
}

/** Carries out a decision. An upload that was released or changed meanwhile is left to the next run. */
async function carryOut(services: Needs, one: Open, outcome: Outcome): Promise<Outcome> {
  if (outcome === 'left' || outcome === 'failed') return outcome;
  const isDecided = one.claim?.state === outcome || (await decide(services, one, outcome));
  if (!isDecided) return 'left';
  if (outcome === 'deleted') return (await services.files.delete(one.upload)) ? outcome : 'left';
  return outcome;
}

/**
 * Deletes uploads that were never released. After 90 days an upload that no release, row or
 * existing release names is abandoned; a day later, if still none does, it is deleted. Abandoning it
 * and accepting a release with it create the same document, so only one of them happens. An
 * abandoned upload is refused from then on. The deletion is stored first, under the version that
 * was read: a delayed sweep deletes nothing that another one has kept.
 */
export async function sweepUploads(
  services: Needs,
  { isDryRun = false, pageSize = 500, atOnce = 2_000 }: SweepOptions = {},
): Promise<UploadSweep> {
  const counts = { looked: 0, released: 0, abandoned: 0, deleted: 0, failed: 0, left: 0 };

  const settle = async (one: Open, isMentioned: boolean): Promise<Outcome> => {
    const outcome = judge(one, isMentioned, services.clock.now());
    if (isDryRun) return outcome;
    try {
      return await carryOut(services, one, outcome);
    } catch (error) {
      log.warn('An upload cannot be swept', { path: one.upload.path, error: String(error) });
      return 'failed';
    }
  };

  let open: Open[] = [];
  const settleAll = async () => {
    if (open.length === 0) return;
    const mentioned = await findMentioned(services, open);
    for (const one of open) counts[await settle(one, mentioned.has(one.upload.path))] += 1;
    open = [];
  };

  for (const folder of Object.values(uploadFolders)) {
    for await (const page of services.files.pages(`${folder}/`, pageSize)) {
      counts.looked += page.length;
      open.push(...(await findOpen(services, page)));
      if (open.length >= atOnce) await settleAll();
    }
  }
  await settleAll();
  const { left: _left, ...sweep } = counts;
  return sweep;
}
