import type { DocumentStore } from '@datchain/functions/stores/document-store.ts';
import { addWrites, readSnapshots } from '@datchain/functions/stores/firestore-store.ts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';

/**
 * Presents a Firestore transaction as a document store, to compare the door with it. It takes the
 * same reads and writes, but their outcome is known only when the transaction ends.
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
