import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** Who chose how to be named, while not everything public has followed. */
export type PendingChoices = ReturnType<typeof pendingChoices>;

const AT_ONCE = 50;

export const pendingChoices = (firestore: Firestore) => ({
  /** Some of their uids. */
  async list(): Promise<string[]> {
    const pending = firestore.collection(docs.publicLogPeople).where('isPending', '==', true);
    const { docs: found } = await pending.limit(AT_ONCE).select().get();
    return found.map(({ id }) => id);
  },
});
