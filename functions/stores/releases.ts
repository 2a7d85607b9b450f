import { type Release, releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { pagesOf } from './pages.ts';

/** Releases, as far as no decision of the books depends on it. */
export interface Releases {
  find(id: string): Promise<Release | undefined>;
  /** Those with something left to do; the ones that failed most often last. */
  listOpen(limit: number): Promise<Release[]>;
  /** Those whose whole song is to be made, the longest due first. */
  listWholeDue(now: Millis, limit: number): Promise<Release[]>;
  /** Lists the releases whose artwork has an address that begins so. */
  listWithArtwork(address: string): Promise<Release[]>;
  /** Every release, a page at a time. */
  pages(size: number): AsyncGenerator<Release[]>;
  /** Notes that it was tried in vain. */
  noteFailure(id: string, problem: string): Promise<void>;
}

const LONGEST_PROBLEM = 500;

const read = (stored: FirebaseFirestore.DocumentSnapshot): Release =>
  v.parse(releaseSchema, stored.data());

export function releases(firestore: Firestore): Releases {
  const collection = firestore.collection(docs.releases);
  return {
    async find(id) {
      const stored = await collection.doc(id).get();
      return stored.exists ? read(stored) : undefined;
    },

    async listOpen(limit) {
      const found = await collection.where('isDone', '==', false).limit(limit).get();
      return found.docs.map(read).sort((a, b) => a.attempts - b.attempts);
    },

    async listWholeDue(now, limit) {
      const due = collection.where('whole.dueAt', '<=', now).orderBy('whole.dueAt').limit(limit);
      return (await due.get()).docs.map(read);
    },

    async listWithArtwork(address) {
      const after = collection.where('artworkUrl', '>=', address);
      return (await after.where('artworkUrl', '<', `${address}\uf8ff`).get()).docs.map(read);
    },

    pages: (size) => pagesOf(collection.orderBy('__name__'), size, read),

    async noteFailure(id, problem) {
      const lastError = problem.slice(0, LONGEST_PROBLEM);
      await collection.doc(id).update({ attempts: FieldValue.increment(1), lastError });
    },
  };
}
