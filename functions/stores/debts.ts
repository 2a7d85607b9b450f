import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** Who owes the platform something; written through the journal's door only. */
export interface Debts {
  /** Users with a debt. */
  list(): Promise<string[]>;
}

export const debts = (firestore: Firestore): Debts => ({
  async list() {
    const owing = firestore.collection(docs.debts).where('debtMicros', '>', 0);
    return (await owing.get()).docs.map(({ id }) => id);
  },
});
