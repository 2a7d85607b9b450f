import {
  type RecordedMovement,
  readMovements,
} from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';
import type { Versioned } from './document-store.ts';
import { readSnapshots } from './firestore-store.ts';

/** What users earned, as they see it: for checks, and to tell it again. */
export type EarningsStore = ReturnType<typeof earningsStore>;

export const earningsStore = (firestore: Firestore) => ({
  /** Everything that moved for a user, in no order. */
  async movements(uid: string): Promise<RecordedMovement[]> {
    const { docs: found } = await firestore.collection(docs.movements(uid)).get();
    return readMovements(found.map((movement) => ({ id: movement.id, data: movement.data() })));
  },

  /** The lines of a user's statement as stored, by path. */
  async lines(uid: string): Promise<Map<string, Versioned>> {
    const { docs: found } = await firestore.collection(docs.earningsLines(uid)).get();
    return readSnapshots(found);
  },
});
