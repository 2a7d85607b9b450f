import { readMusicSummary } from '@datchain/shared/contracts/documents/music-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { ReleaseSummary } from '@datchain/shared/domain/release/draft.ts';
import { readCollection } from './firestore-rest.ts';

/**
 * Every existing release, of `summary_1` and of those that it spilled over to.
 *
 * @throws when they cannot be read, and when `signal` takes the question back
 */
export async function readReleaseSummaries(signal: AbortSignal): Promise<ReleaseSummary[]> {
  const parts = await readCollection(docs.musicSummaries, signal);
  return parts.flatMap(({ data }) => readMusicSummary(data));
}
