import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';

const listingSchema = v.object({
  listingId: v.string(),
  uid: v.string(),
  priceCents: v.number(),
  qty: v.number(),
  createdAt: v.number(),
  cancelledAt: v.nullable(v.number()),
});

/** Token listings as their owners see them; what is left of one is in its block's queue. */
export type StoredListing = v.InferOutput<typeof listingSchema>;

export interface Listings {
  find(listingId: string): Promise<StoredListing | undefined>;
}

export const listings = (firestore: Firestore): Listings => ({
  async find(listingId) {
    const stored = (await firestore.doc(docs.listing(listingId)).get()).data();
    return stored && v.parse(listingSchema, stored);
  },
});
