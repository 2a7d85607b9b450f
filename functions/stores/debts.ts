import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** Debts to the platform; written through the journal's door only. */
export type Debts = ReturnType<typeof debts>;

export const debts = (firestore: Firestore) => ({
  async list(): Promise<string[]> {
    const owing = firestore.collection(docs.debts).where('debtMicros', '>', 0);
    return (await owing.get()).docs.map(({ id }) => id);
  },
});
