import type { DocumentStore } from '@datchain/functions/stores/document-store.ts';
import { addWrites, readSnapshots } from '@datchain/functions/stores/firestore-store.ts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';

/**
 * One Firestore transaction as a document store: what the door is compared with. It takes the same
 * reads and writes; whether they took effect is known when the transaction ends.
 */
export const transactionStore = (
  firestore: Firestore,
  transaction: Transaction,
): Pick<DocumentStore, 'read' | 'write'> => ({
  async read(paths) {
    return readSnapshots(await transaction.getAll(...paths.map((path) => firestore.doc(path))));
  },
  async write(batch) {
    addWrites(firestore, transaction, batch);
    return 'written';
  },
});
