import { createHash } from 'node:crypto';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { config, rates } from '@datchain/shared/domain/config.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { hashInput } from '../journal/input-hash.ts';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { claimIsrc, newFactsOfWork } from './recording-facts.ts';
import { claimUploads, type Upload } from './uploads.ts';

const LONGEST_SLUG = 60;

/** One spelling of a name for comparing: a second space or a capital makes no other song. */
const plain = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');

const slugOf = (name: string): string =>
  plain(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '');

const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);

const idOf = (songName: string, parts: readonly string[]): string =>
  `${slugOf(songName) || 'dat'}-${hash(parts)}`;

/** The same song of the same artist with the same sound is the same release, from any sender. */
export const fileReleaseId = (artistId: string, songName: string, audioHash: string): string =>
  idOf(songName, ['files', artistId, plain(songName), audioHash]);

/** A release of the catalogue becomes one DAT, however often it is asked for. */
export const summaryReleaseId = (songName: string, contentId: string): string =>
  idOf(songName, ['summary', contentId]);

type Facts = Pick<
  Release,
  | 'id'
  | 'source'
  | 'operatorUid'
  | 'artistId'
  | 'artistName'
  | 'songName'
  | 'albumName'
  | 'contentId'
  | 'artworkUrl'
  | 'songUrl'
  | 'genres'
  | 'artistFeatures'
  | 'producers'
  | 'songwriters'
  | 'recordLabels'
  | 'tier'
> &
  Partial<Pick<Release, 'preview' | 'audioPath' | 'whole' | 'recordingFacts'>>;

/**
 * A new release with everything its DAT will be made of, so that a later change of the prices
 * changes nothing for it.
 *
 * @param asked what makes it the same release when it is sent again
 */
export const newRelease = (facts: Facts, asked: unknown, now: number): Release => ({
  ...facts,
  state: 'accepted',
  fingerprint: hashInput(asked),
  chain: config.chain,
  editions: config.editionsPerDat,
  priceCents: rates.editionPriceCents[facts.tier],
  sharePpm: rates.editionSharePpm,
  acceptedAt: now,
  publishedAt: null,
  summaryPage: null,
  isDone: false,
  attempts: 0,
  lastError: null,
});

/** A release that nothing speaks against, and the uploads that become part of it. */
export interface CheckedRelease {
  readonly release: Release;
  readonly uploads: readonly Upload[];
}

type Needs = Pick<Services, 'store' | 'releases'>;

/**
 * The release that is there already under an id: undefined when there is none.
 *
 * @returns `taken` when it has other details, a refusal when its DAT has been taken down
 */
export async function findSame(
  { releases }: Pick<Needs, 'releases'>,
  asked: Release,
  taken: () => Refusal,
): Promise<Release | Refusal | undefined> {
  const stored = await releases.find(asked.id);
  if (!stored) return undefined;
  if (stored.fingerprint !== asked.fingerprint) return taken();
  return stored.state === 'taken-down'
    ? refuse('already-exists', 'This DAT was released before and has been taken down.')
    : stored;
}

/**
 * What is created together with a release: its files are never deleted from then on, its ISRC is no
 * other work's, and what is said of its recording has a place where it can be changed.
 *
 * @returns the documents, or what `claimUploads` or `claimIsrc` refuses
 */
export async function claimsOf(
  services: Needs,
  { release, uploads }: CheckedRelease,
): Promise<{ path: string; data: Data }[] | Refusal> {
  const { id: datId, recordingFacts: facts, acceptedAt } = release;
  const files = await claimUploads(services, uploads, acceptedAt);
  if (isRefusal(files)) return files;
  const isrc = await claimIsrc(services, { isrc: facts?.isrc, datId });
  if (isRefusal(isrc)) return isrc;
  const said = facts ? [{ path: docs.recordingFacts(datId), data: newFactsOfWork(facts) }] : [];
  return [...files, ...isrc, ...said];
}

/**
 * Accepts a release once, and its files with it: from then on no sweep deletes them. The same one
 * again, from anyone, is the one that is there.
 *
 * @returns the release as stored, or what `findSame` or `claimsOf` refuses
 */
export async function acceptRelease(
  services: Needs,
  checked: CheckedRelease,
  taken: () => Refusal,
): Promise<Release | Refusal> {
  const { release } = checked;
  const accepting = { path: docs.release(release.id), data: { ...release } };
  return retryOnConflict(alwaysLate(`the release ${release.id}`), async () => {
    const claims = await claimsOf(services, checked);
    if (!isRefusal(claims)) {
      const written = await services.store.write({ create: [accepting, ...claims] });
      if (written === 'written') return release;
    }
    // Either the release is there, or someone was faster with a file or an ISRC: read again.
    const stored = await findSame(services, release, taken);
    return stored ?? (isRefusal(claims) ? claims : 'conflict');
  });
}
