import {
  assertFails,
  assertSucceeds,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  collection,
  deleteDoc,
  doc,
  type Firestore,
  getDoc,
  getDocs,
  limit,
  query,
  setDoc,
  updateDoc,
  where,
} from 'firebase/firestore';
import { beforeAll, describe, it } from 'vitest';
import { freshWorld, write } from '../testing/firestore-world.ts';
import { connectAs, roleName, roles } from '../testing/roles.ts';
import { firestoreTable, type Row, type Verb, verbs } from './table.ts';

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

export const attempts: Record<Verb, (db: Firestore, row: Row) => Promise<unknown>> = {
  get: (db, row) => getDoc(doc(db, row.path)),
  list: (db, row) => {
    const all = collection(db, parentOf(row.path));
    return getDocs(
      row.listsByOwner ? query(all, where('uid', '==', 'owner')) : query(all, limit(7)),
    );
  },
  create: (db, row) => setDoc(doc(db, row.missing), { uid: 'owner' }),
  update: (db, row) => updateDoc(doc(db, row.path), row.change ?? { uid: 'stranger' }),
  delete: (db, row) => deleteDoc(doc(db, row.path)),
};

const sentence = (allowed: readonly Verb[]) =>
  allowed.length > 0 ? `may ${allowed.join(', ')} and nothing else` : 'may do nothing';

export function describeWhoMayWhat(env: () => RulesTestEnvironment): void {
  describe.each(firestoreTable)('$path', (row) => {
    beforeAll(async () => {
      await freshWorld(env());
      // Every other document carries the owner's uid, so that a rule that is too wide would show.
      const isSeeded = /^(users|publicProfiles|usernames)\/owner$/.test(row.path);
      if (!isSeeded) await write(env(), { [row.path]: { uid: 'owner', users: ['operator'] } });
    });

    it.each(
      roles.map((role) => {
        const allowed = row.rights[role] ?? [];
        return { role, allowed, title: `${roleName[role]} ${sentence(allowed)}` };
      }),
    )('[R-DB-04] $title', async ({ role, allowed }) => {
      const db = connectAs(env(), role).firestore() as unknown as Firestore;
      for (const verb of verbs) {
        const attempt = attempts[verb](db, row);
        await (allowed.includes(verb) ? assertSucceeds(attempt) : assertFails(attempt));
      }
    });
  });
}
