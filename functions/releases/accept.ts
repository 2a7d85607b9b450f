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

const MAX_SLUG_LENGTH = 60;

/** Normalises a name for comparison: a second space or a capital makes no other song. */
const normalise = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');

const slugOf = (name: string): string =>
  normalise(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');

const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);

const idOf = (songName: string, parts: readonly string[]): string =>
  `${slugOf(songName) || 'dat'}-${hash(parts)}`;

/**
 * Returns the id of a release from files. An artist's song with the same sound has the same id,
 * from any sender.
 */
export const fileReleaseId = (artistId: string, songName: string, audioHash: string): string =>
  idOf(songName, ['files', artistId, normalise(songName), audioHash]);

/** Returns the id of a DAT made from an existing release, so that each becomes one DAT. */
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
 * Creates a release with everything its DAT will be made of, so that later price changes do not
 * affect it.
 *
 * @param asked the input that makes a repeated release the same one
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

export interface CheckedRelease {
  readonly release: Release;
  readonly uploads: readonly Upload[];
}

type Needs = Pick<Services, 'store' | 'releases'>;

/**
 * Finds a release that was accepted under the same id.
 *
 * @returns undefined for a new id, `taken` for other details, a refusal when its DAT has been taken
 * down
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
 * Builds the documents that are created together with a release. They keep its files from deletion,
 * reserve its ISRC, and hold the facts of its recording.
 *
 * @returns the documents, or the refusal of `claimUploads` or `claimIsrc`
 */
export async function buildClaims(
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
 * Accepts a release once, together with its files, which no sweep deletes from then on. A repeated
 * release, from anyone, returns the stored one.
 *
 * @returns the release as stored, or the refusal of `findSame` or `buildClaims`
 */
export async function acceptRelease(
  services: Needs,
  checked: CheckedRelease,
  taken: () => Refusal,
): Promise<Release | Refusal> {
  const { release } = checked;
  const accepting = { path: docs.release(release.id), data: { ...release } };
  return retryOnConflict(alwaysLate(`the release ${release.id}`), async () => {
    const claims = await buildClaims(services, checked);
    if (!isRefusal(claims)) {
      const written = await services.store.write({ create: [accepting, ...claims] });
      if (written === 'written') return release;
    }
    // Either the release exists by now, or someone was faster with a file or an ISRC: read again.
    const stored = await findSame(services, release, taken);
    return stored ?? (isRefusal(claims) ? claims : 'conflict');
  });
}
