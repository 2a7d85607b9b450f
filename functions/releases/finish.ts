import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { pageAfter } from '@datchain/shared/domain/books/works.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { announceRelease } from './announce.ts';
import { findPost } from './posts.ts';
import { publishEntry } from './publish-entry.ts';

async function publish(services: Services, release: Release): Promise<Refusal | undefined> {
  if (release.state !== 'accepted') return undefined;
  const { pages, guards, releaseBooks } = services;
  const found = release.source === 'summary' && (await findPost(services, release.contentId));
  const { works } = await guards.user(release.artistId);
  const entry = publishEntry(release, {
    assetsPage: await pages.lastAssetsPage(),
    musicPage: found ? found.number : await pages.lastMusicPage(),
    worksPage: pageAfter(works?.works ?? 0),
  });
  const outcome = await releaseBooks.commit(entry);
  return isRefusal(outcome) ? outcome : undefined;
}

/**
 * Finishes an accepted release from any intermediate state. May run at any time, in any number of
 * processes: each step takes effect once.
 *
 * @returns the refusal that keeps it from being published
 * @throws when a step failed before the DAT was public
 */
export async function finishRelease(
  services: Services,
  release: Release,
): Promise<Refusal | undefined> {
  const note = (problem: string) => services.releases.noteFailure(release.id, problem);
  try {
    const refusal = await publish(services, release);
    if (refusal) {
      await note(refusal.message);
      return refusal;
    }
  } catch (error) {
    await note(String(error)).catch(() => {});
    throw error;
  }
  try {
    if (!release.isDone) await announceRelease(services, release);
  } catch (error) {
    // The DAT is public; the job retries the announcement.
    log.warn('A release is not announced yet', { datId: release.id, error: String(error) });
    await note(String(error)).catch(() => {});
  }
  return undefined;
}

const BATCH_SIZE = 100;
const STUCK_AFTER = 3;

/** Continues every release that a crash or a failure left between its steps. */
export async function resumeReleases(
  services: Services,
): Promise<{ looked: number; failed: number }> {
  const open = await services.releases.listOpen(BATCH_SIZE);
  let failed = 0;
  for (const release of open) {
    try {
      if (await finishRelease(services, release)) failed += 1;
    } catch (error) {
      failed += 1;
      log.warn('A release cannot be finished', { datId: release.id, error: String(error) });
    }
  }
  return { looked: open.length, failed };
}

/** Lists the releases that failed repeatedly; each carries its last error. */
export async function stuckReleases({ releases }: Pick<Services, 'releases'>): Promise<Release[]> {
  const open = await releases.listOpen(BATCH_SIZE);
  return open.filter(({ attempts }) => attempts >= STUCK_AFTER);
}
