import { readStripeIds, type StripeIds } from '@datchain/shared/contracts/documents/payout.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** Users' ids at Stripe, by uid; an e-mail address would prove nothing. */
export type StripeAccounts = ReturnType<typeof stripeAccounts>;

export const stripeAccounts = (firestore: Firestore) => ({
  find: async (uid: string): Promise<StripeIds> =>
    readStripeIds((await firestore.doc(docs.stripeAccount(uid)).get()).data()),
  async save(uid: string, ids: Partial<StripeIds>): Promise<void> {
    await firestore.doc(docs.stripeAccount(uid)).set(ids, { merge: true });
  },
});
