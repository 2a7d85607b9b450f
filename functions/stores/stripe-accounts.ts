import { readStripeIds, type StripeIds } from '@datchain/shared/contracts/documents/payout.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** Who a user is at Stripe. Looked up by uid: an e-mail address proves nothing. */
export type StripeAccounts = ReturnType<typeof stripeAccounts>;

export const stripeAccounts = (firestore: Firestore) => ({
  find: async (uid: string): Promise<StripeIds> =>
    readStripeIds((await firestore.doc(docs.stripeAccount(uid)).get()).data()),
  async save(uid: string, ids: Partial<StripeIds>): Promise<void> {
    await firestore.doc(docs.stripeAccount(uid)).set(ids, { merge: true });
  },
});
