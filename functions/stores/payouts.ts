import { docs } from '@datchain/shared/contracts/paths.ts';
import { payoutSchema } from '@datchain/shared/domain/books/payout-schema.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { readQueryPages } from './pages.ts';

/** Reads of payouts; they are written through the journal's door only. */
export type Payouts = ReturnType<typeof payouts>;

const read = (stored: FirebaseFirestore.DocumentSnapshot): Payout =>
  v.parse(payoutSchema, stored.data());

export function payouts(firestore: Firestore) {
  const collection = firestore.collection(docs.payouts);
  return {
    async find(payoutId: string): Promise<Payout | undefined> {
      const stored = await collection.doc(payoutId).get();
      return stored.exists ? read(stored) : undefined;
    },

    async listOpen(): Promise<Payout[]> {
      const found = await collection.where('state', 'in', ['held', 'unknown']).get();
      return found.docs.map(read);
    },

    pages: (size: number): AsyncGenerator<Payout[]> =>
      readQueryPages(collection.orderBy('__name__'), size, read),
  };
}
