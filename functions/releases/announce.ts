import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { storeNewestRelease } from '@datchain/shared/contracts/documents/asset-summary-writer.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { readMillis } from '@datchain/shared/contracts/tolerant.ts';
import { takedownVersion } from '@datchain/shared/domain/books/take-down.ts';
import { publicDats } from '@datchain/shared/domain/dats.ts';
import { perDay } from '../limits/windows.ts';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { changeRelease } from './change-release.ts';
import { type Cutting, silence, silenceWhole, soundAgain, wholeAgain } from './previews.ts';
import { showArtwork } from './uploads.ts';

/**
 * Asks for the ledger's pages to be built again. Requests of the same moment ask for the same:
 * then one of the two requests is enough. Each request has a later time than the one before, whatever
 * the clocks say: by its time alone it is told from those that were passed on already.
 */
export async function requestRebuild({
  store,
  clock,
}: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const path = docs.rebuildRequest;
  const stored = (await store.read([path])).get(path);
  const last = readMillis(stored?.data.requestedAt) ?? 0;
  const data = { requestedAt: Math.max(clock.now(), last + 1) };
  await store.write(put(path, data, stored));
}

/**
 * Asks for a rebuild once a day for this subject. What changes it again waits for the schedule's next one,
 * a quarter of an hour at most: otherwise a change and its opposite would start one each minute (N-PPL-20).
 */
export async function requestRebuildOnce(
  services: Pick<Services, 'store' | 'clock' | 'limits'>,
  subject: string,
): Promise<void> {
  const isFirst = (await services.limits.take('rebuild', subject, perDay(1))) === undefined;
  if (isFirst) await requestRebuild(services);
}

/** How many of the newest releases the grid of an older page can still add. */
const NEWEST = 12;
const MOST_TIMES = 6;

const newestOf = (summary: unknown): unknown[] =>
  publicDats(readAssetsSummary(summary, docs.assetsSummary).dats)
    .slice(0, NEWEST)
    .map(storeNewestRelease);

/**
 * Shows the newest rows of the public summary to pages built before them. Of two that do so at once
 * the later one has the last word: the writer looks again.
 */
export async function showNewest({ store, live: shown }: Pick<Services, 'store' | 'live'>) {
  const path = docs.assetsSummary;
  const read = async () => (await store.read([path])).get(path);
  let summary = await read();
  for (let time = 0; time < MOST_TIMES; time++) {
    await shown.patch({ [live.newestReleases]: newestOf(summary?.data) });
    const now = await read();
    if (JSON.stringify(now?.version) === JSON.stringify(summary?.version)) return;
    summary = now;
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
 * Shows whether a DAT is taken down: in its row, and by its artwork and its sound. It does not wait for the
 * projector. Of a takedown and a restoration at once the later one has the last word: each looks again
 * after writing. Repeated, it does what a crash has left.
 */
export async function showTakedown(services: Announcing, id: string): Promise<void> {
  const { guards, summaries, releases, files } = services;
  const read = async () => {
    const dat = await guards.findDat(id);
    return { takenDown: dat?.takenDown ?? null, version: dat && takedownVersion(dat) };
  };
  const release = await releases.find(id);
  let shown = await read();
  for (;;) {
    await summaries.update([{ id, takenDown: shown.takenDown }]);
    if (release) await showArtwork(services, release);
    if (release && shown.takenDown) {
      await silence(files, release);
      await silenceWhole(services, release);
    } else if (release) {
      await soundAgain(services, release);
      await wholeAgain(services, release);
    }
    const now = await read();
    if (now.version === shown.version) return;
    shown = now;
  }
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
