import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Firestore } from 'firebase-admin/firestore';

export type Wishes = ReturnType<typeof wishes>;

export const wishes = (firestore: Firestore) => ({
  async of(datId: string, now: Millis, limit: number): Promise<string[]> {
    const found = firestore
      .collection(docs.wishes)
      .where('datId', '==', datId)
      .where('at', '<=', now)
      .orderBy('at');
    return (await found.limit(limit).select().get()).docs.map(({ ref }) => ref.path);
  },

  async dats(): Promise<string[]> {
    const { docs: found } = await firestore.collection(docs.wishes).select('datId').get();
    return [...new Set(found.map((wish) => String(wish.get('datId'))))];
  },
});
