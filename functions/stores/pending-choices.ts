import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** Who chose how to be named, while not everything public has followed. */
export interface PendingChoices {
  /** Some of their uids. */
  list(): Promise<string[]>;
}

const AT_ONCE = 50;

export const pendingChoices = (firestore: Firestore): PendingChoices => ({
  async list() {
    const pending = firestore.collection(docs.publicLogPeople).where('isPending', '==', true);
    const { docs: found } = await pending.limit(AT_ONCE).select().get();
    return found.map(({ id }) => id);
  },
});
