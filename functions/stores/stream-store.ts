import { docs } from '@datchain/shared/contracts/paths.ts';
import { FieldValue, type Firestore, type Timestamp } from 'firebase-admin/firestore';
import type { Data, Versioned } from './document-store.ts';
import { pagesOf } from './pages.ts';

/** A document as listed. */
export interface Found extends Versioned {
  readonly path: string;
}

/** One atomic write: all of it or nothing. */
export interface StreamBatch {
  /** Must not exist yet. */
  readonly create?: readonly { path: string; data: Data }[];
  /** Its fields are set and `dropped` ones removed, if nobody changed it since this version. */
  readonly replace?: readonly {
    path: string;
    data: Data;
    dropped?: readonly string[];
    version: unknown;
  }[];
  /** Removed, if nobody changed it since this version. */
  readonly remove?: readonly { path: string; version: unknown }[];
}

/** Where imported streams are kept. Every write says what it expects to find. */
export interface StreamStore {
  read(paths: readonly string[]): Promise<Map<string, Versioned>>;
  /** 'conflict' when an expectation did not hold: nothing was written, read again. */
  write(batch: StreamBatch): Promise<'written' | 'conflict'>;
  /** All documents of a collection by id, a page at a time. */
  pages(collection: string, size: number): AsyncGenerator<Found[]>;
  /** Shelves that the summaries do not show yet. */
  listUnpublished(limit: number): Promise<Found[]>;
}

const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const FAILED_PRECONDITION = 9;
const ABORTED = 10;
const conflicts = new Set<unknown>([NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED]);

const isConflict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && conflicts.has(error.code);

const found = (snapshot: FirebaseFirestore.QueryDocumentSnapshot): Found => ({
  path: snapshot.ref.path,
  data: snapshot.data(),
  version: snapshot.updateTime,
});

export function streamStore(firestore: Firestore): StreamStore {
  return {
    async read(paths) {
      const documents = new Map<string, Versioned>();
      if (paths.length === 0) return documents;
      for (const snapshot of await firestore.getAll(...paths.map((path) => firestore.doc(path)))) {
        const data = snapshot.data();
        if (data) documents.set(snapshot.ref.path, { data, version: snapshot.updateTime });
      }
      return documents;
    },

    async write({ create = [], replace = [], remove = [] }) {
      const batch = firestore.batch();
      for (const { path, data } of create) batch.create(firestore.doc(path), data);
      for (const { path, data, dropped = [], version } of replace) {
        const gone = dropped.map((field) => [field, FieldValue.delete()]);
        const fields = { ...data, ...Object.fromEntries(gone) };
        batch.update(firestore.doc(path), fields, { lastUpdateTime: version as Timestamp });
      }
      for (const { path, version } of remove) {
        batch.delete(firestore.doc(path), { lastUpdateTime: version as Timestamp });
      }
      try {
        await batch.commit();
        return 'written';
      } catch (error) {
        if (isConflict(error)) return 'conflict';
        throw error;
      }
    },

    pages: (collection, size) =>
      pagesOf(firestore.collection(collection).orderBy('__name__'), size, found),

    async listUnpublished(limit) {
      const shelves = firestore.collection(docs.streamShelves);
      return (await shelves.where('published', '==', false).limit(limit).get()).docs.map(found);
    },
  };
}
