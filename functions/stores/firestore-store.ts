import { FieldValue, type Firestore, type Timestamp } from 'firebase-admin/firestore';
import type { Batch, DocumentStore, Versioned } from './document-store.ts';

/** gRPC codes with which Firestore says that a precondition did not hold: nothing was written. */
const ALREADY_EXISTS = 6;
const FAILED_PRECONDITION = 9;
const ABORTED = 10;
const NOT_FOUND = 5;
const conflicts = new Set<unknown>([ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED, NOT_FOUND]);

const isConflict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && conflicts.has(error.code);

/** Firestore as a document store: optimistic batches conditional on each document's update time. */
export function firestoreStore(firestore: Firestore): DocumentStore {
  return {
    async read(paths) {
      const found = new Map<string, Versioned>();
      if (paths.length === 0) return found;
      const snapshots = await firestore.getAll(...paths.map((path) => firestore.doc(path)));
      for (const snapshot of snapshots) {
        const data = snapshot.data();
        if (data) found.set(snapshot.ref.path, { data, version: snapshot.updateTime });
      }
      return found;
    },

    async write(batch: Batch) {
      const write = firestore.batch();
      for (const { path, data } of batch.create) write.create(firestore.doc(path), data);
      for (const { path, data, version } of batch.replace) {
        // Guards always carry all of their fields, so that naming each of them replaces the whole.
        write.update(firestore.doc(path), data, { lastUpdateTime: version as Timestamp });
      }
      for (const { path, fields } of batch.increment) {
        const increments = Object.entries(fields).map(([field, by]) => [
          field,
          FieldValue.increment(by),
        ]);
        write.set(firestore.doc(path), Object.fromEntries(increments), { merge: true });
      }
      try {
        await write.commit();
        return 'written';
      } catch (error) {
        if (isConflict(error)) return 'conflict';
        throw error;
      }
    },
  };
}
