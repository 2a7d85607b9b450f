import { listingSchema, type TokenListing } from '@datchain/shared/contracts/documents/listing.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';

/** Token listings as their owners see them; what is left of one is in its block's queue. */
export type Listings = ReturnType<typeof listings>;

export const listings = (firestore: Firestore) => ({
  async find(listingId: string): Promise<TokenListing | undefined> {
    const stored = (await firestore.doc(docs.listing(listingId)).get()).data();
    return stored && v.parse(listingSchema, stored);
  },
});
