import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { storeNewestRelease } from '@datchain/shared/contracts/documents/asset-summary-writer.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { publicDats } from '@datchain/shared/domain/dats.ts';
import type { Services } from '../../services.ts';

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
