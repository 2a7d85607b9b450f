import { readMusicSummary } from '@datchain/shared/contracts/documents/music-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { ReleaseSummary } from '@datchain/shared/domain/release/draft.ts';
import { readCollection } from './firestore-rest.ts';

/**
 * Reads every existing release, from `summary_1` and its overflow documents.
 *
 * @throws when they cannot be read, or `signal` aborts
 */
export async function readReleaseSummaries(signal: AbortSignal): Promise<ReleaseSummary[]> {
  const parts = await readCollection(docs.musicSummaries, signal);
  return parts.flatMap(({ data }) => readMusicSummary(data));
}
