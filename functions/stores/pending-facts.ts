import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** Works whose facts were changed, while their row and history may not show it. */
export type PendingFacts = ReturnType<typeof pendingFacts>;

const AT_ONCE = 50;

export const pendingFacts = (firestore: Firestore) => ({
  /** Some of their ids. */
  async list(): Promise<string[]> {
    const pending = firestore.collection(docs.recordingFactsAll).where('isPending', '==', true);
    const { docs: found } = await pending.limit(AT_ONCE).select().get();
    return found.map(({ id }) => id);
  },
});
