import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** E-mails to send and sent e-mails: created by the journal's door, changed by the job that sends them. */
export type Mails = ReturnType<typeof mails>;

export const mails = (firestore: Firestore) => ({
  async due(limit: number): Promise<string[]> {
    const due = firestore.collection(docs.mails).where('state', '==', 'due').orderBy('at');
    const { docs: found } = await due.limit(limit).select().get();
    return found.map(({ ref }) => ref.path);
  },
});
