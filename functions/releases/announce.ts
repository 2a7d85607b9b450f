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
 * Requests a rebuild of the ledger's pages. Of two requests at the same moment one is enough. Each
 * request has a later time than the one before, whatever the clocks say. Its time alone tells it
 * from requests that were already passed on.
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
 * Requests a rebuild once a day per subject. Further changes wait for the next scheduled one, a
 * quarter of an hour at most. Otherwise a change and its opposite would start one each minute
 * (N-PPL-20).
 */
export async function requestRebuildOnce(
  services: Pick<Services, 'store' | 'clock' | 'limits'>,
  subject: string,
): Promise<void> {
  const isFirst = (await services.limits.take('rebuild', subject, perDay(1))) === undefined;
  if (isFirst) await requestRebuild(services);
}

/** The number of newest releases that the grid of an older page can still add. */
const NEWEST_COUNT = 12;
const MAX_ATTEMPTS = 6;

const newestOf = (summary: unknown): unknown[] =>
  publicDats(readAssetsSummary(summary, docs.assetsSummary).dats)
    .slice(0, NEWEST_COUNT)
    .map(storeNewestRelease);

/**
 * Shows the newest rows of the public summary to pages built before them. The summary is read again
 * after each write, so that the later of two writers wins.
 */
export async function showNewest({ store, live: shown }: Pick<Services, 'store' | 'live'>) {
  const path = docs.assetsSummary;
  const read = async () => (await store.read([path])).get(path);
  let summary = await read();
  for (let time = 0; time < MAX_ATTEMPTS; time++) {
    await shown.patch({ [live.newestReleases]: newestOf(summary?.data) });
    const now = await read();
    if (JSON.stringify(now?.version) === JSON.stringify(summary?.version)) return;
    summary = now;
  }
}

export type Announcing = Pick<
  Services,
  'store' | 'clock' | 'guards' | 'summaries' | 'live' | 'files' | 'limits'
> &
  Pick<Cutting, 'environment'> & {
    readonly releases: Pick<Services['releases'], 'find' | 'listWithArtwork'>;
    readonly projector: Pick<Services['projector'], 'projectWhole'>;
  };

/**
 * Shows whether a DAT is taken down: in its row, its artwork and its sound, without waiting for the
 * projector. The state is read again after each write, so that the later of a takedown and a
 * restoration wins. A repeated call finishes what a crash left.
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
 * Updates the row and the history to a changed preview. The release is read again after each write,
 * so that the later of two changes wins.
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
 * Announces a publication, a changed preview, a takedown or a restoration: older pages show it, and
 * new pages are built.
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
  await changeRelease(services, id, (now) =>
    now.openedAt === openedAt && !now.isDone ? { isDone: true, lastError: null } : undefined,
  );
}
