import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import type { Data } from './document-store.ts';

const AT_ONCE = 300;

/** Writes many whole documents, for seeds and imports. Not atomic: running it again completes it. */
export async function setDocuments(
  firestore: Firestore,
  documents: readonly { path: string; data: Data }[],
): Promise<void> {
  for (let start = 0; start < documents.length; start += AT_ONCE) {
    const batch = firestore.batch();
    for (const { path, data } of documents.slice(start, start + AT_ONCE)) {
      batch.set(firestore.doc(path), data);
    }
    await batch.commit();
  }
}

export interface Account {
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
  readonly emailVerified: boolean;
}

/** Creates an account, or leaves the one that has this uid as it is. */
export async function ensureAccount(auth: Auth, account: Account): Promise<void> {
  try {
    await auth.createUser(account);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'auth/uid-already-exists' && code !== 'auth/email-already-exists') throw error;
  }
}

export const isEmpty = async (firestore: Firestore, path: string): Promise<boolean> =>
  !(await firestore.doc(path).get()).exists;
