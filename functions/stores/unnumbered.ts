import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import { listByTime } from './journal-queries.ts';

export type Unnumbered = ReturnType<typeof unnumbered>;

export const unnumbered = (firestore: Firestore) => ({
  async list(limit: number): Promise<string[]> {
    const open = firestore.collection(docs.journal).where('seq', '==', null).select('at');
    const read = (entry: FirebaseFirestore.QueryDocumentSnapshot) => ({
      id: entry.id,
      at: entry.get('at') as number,
    });
    return (await listByTime(open, read, limit)).map(({ id }) => id);
  },
});
