import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { findPost } from './find-post.ts';
import { type Places, publishEntry } from './publish-entry.ts';
import { requestRebuild } from './request-rebuild.ts';
import { showNewest } from './show-newest.ts';

async function placesOf(services: Services, release: Release): Promise<Places> {
  const { pages } = services;
  const found = release.source === 'summary' && (await findPost(services, release.contentId));
  return {
    assetsPage: await pages.lastAssetsPage(),
    musicPage: found ? found.number : await pages.lastMusicPage(),
  };
}

async function publish(services: Services, release: Release): Promise<Refusal | undefined> {
  if (release.state !== 'accepted') return undefined;
  const entry = publishEntry(release, await placesOf(services, release));
  const outcome = await services.releaseBooks.commit(entry);
  return isRefusal(outcome) ? outcome : undefined;
}

/** What follows the publication: pages built before it show it too, and new ones are built. */
async function announce(services: Services, { id }: Release): Promise<void> {
  await showNewest(services);
  await requestRebuild(services);
  await services.releases.finish(id);
}

/**
 * Does what is left of an accepted release, from wherever it is. May be called at any time, by any
 * number of processes: each step is done once.
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
    if (!release.isDone) await announce(services, release);
  } catch (error) {
    // The DAT is public, and the job comes back to this.
    log.warn('A release is not announced yet', { datId: release.id, error: String(error) });
    await note(String(error)).catch(() => {});
  }
  return undefined;
}
