import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import type { Data } from './document-store.ts';
import { makeMarks } from './public-changes.ts';

const BATCH_SIZE = 200;
const CONCURRENCY = 3;

/** Writes many whole documents, for seeds and imports. Not atomic: running it again completes it. */
export async function setDocuments(
  firestore: Firestore,
  documents: readonly { path: string; data: Data }[],
): Promise<void> {
  let next = 0;
  const write = async () => {
    while (next < documents.length) {
      const batch = firestore.batch();
      const some = documents.slice(next, next + BATCH_SIZE);
      next += BATCH_SIZE;
      const marks = makeMarks(some.map(({ path }) => path));
      for (const { path, data } of [...some, ...marks]) batch.set(firestore.doc(path), data);
      await batch.commit();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, write));
}

export interface Account {
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
  readonly emailVerified: boolean;
}

export async function ensureAccount(auth: Auth, account: Account): Promise<void> {
  try {
    await auth.createUser(account);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'auth/uid-already-exists' && code !== 'auth/email-already-exists') throw error;
  }
}

/** Creates accounts without a password, or updates those with these uids. At most 1,000. */
export async function importAccounts(
  auth: Auth,
  accounts: readonly Omit<Account, 'password'>[],
): Promise<void> {
  const { errors } = await auth.importUsers([...accounts]);
  const [first] = errors;
  if (first) throw new Error(`${errors.length} accounts were refused: ${first.error.message}`);
}

export const isEmpty = async (firestore: Firestore, path: string): Promise<boolean> =>
  !(await firestore.doc(path).get()).exists;
