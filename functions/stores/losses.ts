import { readLoss } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Loss } from '@datchain/shared/domain/books/guards.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** Losses by payments that were taken back; written through the door only. */
export type Losses = ReturnType<typeof losses>;

export const losses = (firestore: Firestore) => ({
  async list(): Promise<Loss[]> {
    const found = await firestore.collection(docs.losses).orderBy('at', 'desc').get();
    return found.docs.flatMap((one) => lossesIn(one.data()));
  },
});

/** Reads a loss; empty if all of it was won back. */
export function lossesIn(data: unknown): Loss[] {
  const loss = readLoss(data);
  return loss && loss.soldMicros + loss.closedMicros > 0 ? [loss] : [];
}
