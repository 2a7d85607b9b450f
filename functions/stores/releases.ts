import { type Release, releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { readQueryPages } from './pages.ts';

/** Reads and notes of releases on which no decision of the books depends. */
export type Releases = ReturnType<typeof releases>;

const MAX_PROBLEM_CHARS = 500;

const read = (stored: FirebaseFirestore.DocumentSnapshot): Release =>
  v.parse(releaseSchema, stored.data());

export function releases(firestore: Firestore) {
  const collection = firestore.collection(docs.releases);
  return {
    async find(id: string): Promise<Release | undefined> {
      const stored = await collection.doc(id).get();
      return stored.exists ? read(stored) : undefined;
    },

    async listOpen(limit: number): Promise<Release[]> {
      const found = await collection.where('isDone', '==', false).limit(limit).get();
      return found.docs.map(read).sort((a, b) => a.attempts - b.attempts);
    },

    async listWholeDue(now: Millis, limit: number): Promise<Release[]> {
      const due = collection.where('whole.dueAt', '<=', now).orderBy('whole.dueAt').limit(limit);
      return (await due.get()).docs.map(read);
    },

    async listWithArtwork(address: string): Promise<Release[]> {
      const after = collection.where('artworkUrl', '>=', address);
      return (await after.where('artworkUrl', '<', `${address}\uf8ff`).get()).docs.map(read);
    },

    pages: (size: number): AsyncGenerator<Release[]> =>
      readQueryPages(collection.orderBy('__name__'), size, read),

    async noteFailure(id: string, problem: string): Promise<void> {
      const lastError = problem.slice(0, MAX_PROBLEM_CHARS);
      await collection.doc(id).update({ attempts: FieldValue.increment(1), lastError });
    },
  };
}
