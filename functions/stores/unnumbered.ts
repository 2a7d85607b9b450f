import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import { byTime } from './journal-entries.ts';

/** The journal entries that the public log has not taken up yet. */
export interface Unnumbered {
  /** Their ids, oldest first. */
  list(limit: number): Promise<string[]>;
}

export const unnumbered = (firestore: Firestore): Unnumbered => ({
  async list(limit) {
    const oldest = byTime(firestore.collection(docs.journal).where('seq', '==', null));
    const { docs: found } = await oldest.limit(limit).select().get();
    return found.map(({ id }) => id);
  },
});
