import type { Firestore, Transaction } from 'firebase-admin/firestore';
import type { DocumentStore } from '../stores/document-store.ts';
import { addWrites, readSnapshots } from '../stores/firestore-store.ts';

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
