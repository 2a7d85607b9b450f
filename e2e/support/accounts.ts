import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Admin } from './admin.ts';

/** An account that can log in; its uid is known where a test made it itself. */
export type Account = { email: string; password: string };

const password = 'demo-password';

/** The accounts of the demo world. Journeys share them: change nothing that others rely on. */
export const demoAccounts = {
  fan: { email: 'fan@dats.test', password },
  artist: { email: 'artist@dats.test', password },
  operator: { email: 'operator@dats.test', password },
  newfan: { email: 'newfan@dats.test', password },
} satisfies Record<string, Account>;

export type OwnAccount = Account & { uid: string };

/** A new account with a confirmed address and the user document that a sign-up leaves. */
export async function createAccount({ auth, firestore }: Admin): Promise<OwnAccount> {
  const email = `${randomUUID()}@dats.test`;
  const { uid } = await auth.createUser({ email, password, emailVerified: true });
  await firestore.doc(docs.user(uid)).set({ id: uid, userId: uid, email });
  return { email, password, uid };
}

export async function removeAccounts(
  { auth, firestore }: Admin,
  accounts: readonly OwnAccount[],
): Promise<void> {
  if (accounts.length === 0) return;
  await auth.deleteUsers(accounts.map(({ uid }) => uid));
  await Promise.all(accounts.map(({ uid }) => firestore.doc(docs.user(uid)).delete()));
}
