import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** Works whose facts were changed, while their row and history may not show it. */
export interface PendingFacts {
  /** Some of their ids. */
  list(): Promise<string[]>;
}

const AT_ONCE = 50;

export const pendingFacts = (firestore: Firestore): PendingFacts => ({
  async list() {
    const pending = firestore.collection(docs.recordingFactsAll).where('isPending', '==', true);
    const { docs: found } = await pending.limit(AT_ONCE).select().get();
    return found.map(({ id }) => id);
  },
});
