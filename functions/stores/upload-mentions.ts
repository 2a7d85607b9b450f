import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import type { Data } from './document-store.ts';
import { readQueryPages } from './pages.ts';

export type UploadMentions = ReturnType<typeof uploadMentions>;

/** Documents per page: a release is small, a summary has up to some hundred kilobytes. */
const pageSizes = [
  [docs.releases, 300],
  [docs.assetsSummaries, 5],
  [docs.musicSummaries, 5],
] as const;

export const uploadMentions = (firestore: Firestore) => ({
  /**
   * Reads every release in any state, every row of the public summaries and every existing release, as
   * stored. Invalid ones count too.
   */
  async *pages(): AsyncGenerator<Data[]> {
    for (const [collection, size] of pageSizes) {
      const ordered = firestore.collection(collection).orderBy('__name__');
      yield* readQueryPages(ordered, size, (stored): Data => stored.data());
    }
  },
});
