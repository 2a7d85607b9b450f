import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { pageAfter } from '@datchain/shared/domain/books/works.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { changeRelease } from './change-release.ts';
import { findPost } from './find-post.ts';
import { type Places, publishEntry } from './publish-entry.ts';
import { requestRebuild, requestRebuildOnce } from './shown/request-rebuild.ts';
import { showNewest } from './shown/show-newest.ts';
import { showTakedown } from './shown/show-takedown.ts';
import type { Cutting } from './sound/previews.ts';
import { showArtwork } from './uploads/artwork.ts';

async function placesOf(services: Services, release: Release): Promise<Places> {
  const { pages, guards } = services;
  const found = release.source === 'summary' && (await findPost(services, release.contentId));
  const { works } = await guards.user(release.artistId);
  return {
    assetsPage: await pages.lastAssetsPage(),
    musicPage: found ? found.number : await pages.lastMusicPage(),
    worksPage: pageAfter(works?.works ?? 0),
  };
}

async function publish(services: Services, release: Release): Promise<Refusal | undefined> {
  if (release.state !== 'accepted') return undefined;
  const entry = publishEntry(release, await placesOf(services, release));
  const outcome = await services.releaseBooks.commit(entry);
  return isRefusal(outcome) ? outcome : undefined;
}

/**
 * Brings the row and the history up to a preview that was changed. Of two changes at once the later one
 * has the last word: each looks again after writing.
 */
async function showPreview({ releases, summaries, projector }: Announcing, id: string) {
  for (;;) {
    const { preview, previewVersion } = (await releases.find(id)) ?? {};
    if (!preview) return;
    await summaries.update([{ id, preview }]);
    await projector.projectWhole([`dat:${id}`]);
    if ((await releases.find(id))?.previewVersion === previewVersion) return;
  }
}

/** The services that announce a release. */
export type Announcing = Pick<
  Services,
  'store' | 'clock' | 'guards' | 'summaries' | 'live' | 'files' | 'limits'
> &
  Pick<Cutting, 'environment'> & {
    readonly releases: Pick<Services['releases'], 'find' | 'listWithArtwork'>;
    readonly projector: Pick<Services['projector'], 'projectWhole'>;
  };

/**
 * Announces a publication, a changed preview, a takedown or a restoration: older pages show it, and new
 * pages are built.
 */
export async function announceRelease(services: Announcing, release: Release): Promise<void> {
  const { id, openedAt, previewVersion } = release;
  const dat = openedAt === undefined ? undefined : await services.guards.findDat(id);
  if (previewVersion !== undefined) await showPreview(services, id);
  const isTakedown = dat?.takedownVersion !== undefined;
  if (isTakedown) await showTakedown(services, id);
  // Another work with the same artwork may have been taken down while this one was being accepted.
  else if (openedAt === undefined) await showArtwork(services, release);
  await showNewest(services);
  if (openedAt === undefined || isTakedown) await requestRebuild(services);
  else await requestRebuildOnce(services, `preview of ${id}`);
  // A release that has changed once more meanwhile has something left to do.
  await changeRelease(services, id, (now) =>
    now.openedAt === openedAt && !now.isDone ? { isDone: true, lastError: null } : undefined,
  );
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
    if (!release.isDone) await announceRelease(services, release);
  } catch (error) {
    // The DAT is public, and the job comes back to this.
    log.warn('A release is not announced yet', { datId: release.id, error: String(error) });
    await note(String(error)).catch(() => {});
  }
  return undefined;
}
