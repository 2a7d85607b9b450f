import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import type { Services } from '../services.ts';
import { rowsOf } from './summary-pages.ts';

/** How many of the newest releases the grid of an older page can still add. */
const NEWEST = 12;
const MOST_TIMES = 6;

const newestOf = (rows: readonly unknown[]): unknown[] =>
  rows.filter((row) => !isRecord(row) || !row.takenDown).slice(0, NEWEST);

/**
 * Shows the newest rows of the public summary to pages built before them. Of two that do so at once
 * the later one has the last word: whoever wrote looks again.
 */
export async function showNewest({ store, live: shown }: Pick<Services, 'store' | 'live'>) {
  const path = docs.assetsSummary;
  const read = async () => (await store.read([path])).get(path);
  let summary = await read();
  for (let time = 0; time < MOST_TIMES; time++) {
    await shown.patch({ [live.newestReleases]: newestOf(rowsOf(summary?.data)) });
    const now = await read();
    if (JSON.stringify(now?.version) === JSON.stringify(summary?.version)) return;
    summary = now;
  }
}
