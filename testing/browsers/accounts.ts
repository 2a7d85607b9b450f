import { randomUUID } from 'node:crypto';
import { storeNewProfile, storeNewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Admin } from './admin.ts';

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

export async function createAccount({ auth, firestore }: Admin): Promise<OwnAccount> {
  const email = `${randomUUID()}@dats.test`;
  const { uid } = await auth.createUser({ email, password, emailVerified: true });
  await firestore.doc(docs.user(uid)).set({ id: uid, userId: uid, email });
  return { email, password, uid };
}

export async function asMember(
  { firestore }: Admin,
  account: OwnAccount,
  artistName = '',
): Promise<OwnAccount & { username: string }> {
  const { uid, email } = account;
  const username = `e2e${randomUUID().slice(0, 8)}`;
  const accountType = artistName ? ('Artist' as const) : ('Fan' as const);
  const user = {
    uid,
    email,
    username,
    name: username,
    accountType,
    artistName,
    city: '',
    country: 'US',
    state: '',
    profileImageUrl: '',
  };
  await firestore.doc(docs.user(uid)).set(storeNewUser(user, Date.now()));
  await firestore.doc(docs.publicProfile(uid)).set(storeNewProfile(user));
  await firestore.doc(docs.username(username)).set({ uid });
  return { ...account, username };
}

export async function removeAccounts(
  { auth, firestore }: Admin,
  accounts: readonly OwnAccount[],
): Promise<void> {
  if (accounts.length === 0) return;
  await auth.deleteUsers(accounts.map(({ uid }) => uid));
  await Promise.all(accounts.map(({ uid }) => firestore.doc(docs.user(uid)).delete()));
}
