import {
  type RecordedMovement,
  readMovements,
} from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import type { Versioned } from './document-store.ts';
import { readSnapshots } from './firestore-store.ts';

export type EarningsStore = ReturnType<typeof earningsStore>;

export const earningsStore = (firestore: Firestore) => ({
  async movements(uid: string): Promise<RecordedMovement[]> {
    const { docs: found } = await firestore.collection(docs.movements(uid)).get();
    return readMovements(found.map((movement) => ({ id: movement.id, data: movement.data() })));
  },

  async lines(uid: string): Promise<Map<string, Versioned>> {
    const { docs: found } = await firestore.collection(docs.earningsLines(uid)).get();
    return readSnapshots(found);
  },
});
