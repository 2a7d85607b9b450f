import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Precondition,
  type Timestamp,
} from 'firebase-admin/firestore';
import { isConflict } from './codes.ts';
import type { Batch, Data, DocumentStore, Versioned } from './document-store.ts';
import { makeMarks } from './public-changes.ts';
import { checkClock } from './server-clock.ts';

export function readSnapshots(snapshots: readonly DocumentSnapshot[]): Map<string, Versioned> {
  const found = new Map<string, Versioned>();
  for (const snapshot of snapshots) {
    const data = snapshot.data();
    if (data) found.set(snapshot.ref.path, { data, version: snapshot.updateTime });
  }
  return found;
}

interface Writes {
  create(document: DocumentReference, data: Data): unknown;
  update(document: DocumentReference, data: Data, condition: Precondition): unknown;
  set(document: DocumentReference, data: Data, options: { merge: true }): unknown;
  delete(document: DocumentReference, condition: Precondition): unknown;
}

/**
 * Adds a batch's writes and conditions to a write batch or a transaction, together with the marks for the
 * ledger's builder.
 */
export function addWrites(
  firestore: Firestore,
  write: Writes,
  { create = [], replace = [], remove = [], increment = [] }: Batch,
): void {
  for (const { path, data } of create) write.create(firestore.doc(path), data);
  for (const { path, data, dropped = [], version } of replace) {
    const gone = Object.fromEntries(dropped.map((field) => [field, FieldValue.delete()]));
    // Guards always carry all of their fields, so updating each field replaces the whole document.
    const condition = { lastUpdateTime: version as Timestamp };
    write.update(firestore.doc(path), { ...data, ...gone }, condition);
  }
  for (const { path, version } of remove) {
    write.delete(firestore.doc(path), { lastUpdateTime: version as Timestamp });
  }
  for (const { path, fields, beside } of increment) {
    const increments = Object.entries(fields).map(([field, by]) => [
      field,
      FieldValue.increment(by),
    ]);
    const data = { ...beside, ...Object.fromEntries(increments) };
    write.set(firestore.doc(path), data, { merge: true });
  }
  const written = [...create, ...replace, ...remove, ...increment].map(({ path }) => path);
  for (const { path, data } of makeMarks(written)) {
    write.set(firestore.doc(path), data, { merge: true });
  }
}

/**
 * Makes a document store of Firestore: optimistic batches conditional on each document's update time. Every
 * write depends on earlier reads, and while this machine's clock is wrong `read` throws `ClockWrong` (M-59).
 */
export function firestoreStore(firestore: Firestore): DocumentStore {
  return {
    async read(paths) {
      if (paths.length === 0) return new Map();
      const askedAt = Date.now();
      const found = await firestore.getAll(...paths.map((path) => firestore.doc(path)));
      for (const { readTime } of found) checkClock(readTime.toMillis(), askedAt);
      return readSnapshots(found);
    },

    async list(collection, { limit, after, where }) {
      const askedAt = Date.now();
      const all = firestore.collection(collection);
      const some = where
        ? 'has' in where
          ? all.where(where.field, 'array-contains', where.has)
          : all.where(where.field, '==', where.is)
        : all;
      const page = some.orderBy('__name__').limit(limit);
      const found = await (after === undefined
        ? page
        : page.startAfter(firestore.doc(after))
      ).get();
      checkClock(found.readTime.toMillis(), askedAt);
      return found.docs.map((one) => ({
        path: one.ref.path,
        data: one.data(),
        version: one.updateTime,
      }));
    },

    async write(batch) {
      const write = firestore.batch();
      addWrites(firestore, write, batch);
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
