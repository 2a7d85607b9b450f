import { forgetFollows } from '@datchain/functions/follows/follows.ts';
import { services } from '@datchain/functions/services.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Admin } from './admin.ts';

export type Newcomer = { email: string; password: string; username: string };

export const findUid = ({ auth }: Admin, email: string): Promise<string | undefined> =>
  auth.getUserByEmail(email).then(
    ({ uid }) => uid,
    () => undefined,
  );

export async function removeNewcomer(admin: Admin, { email, username }: Newcomer): Promise<void> {
  const uid = await findUid(admin, email);
  if (uid === undefined) return;
  await forgetFollows(services(), uid);
  await admin.auth.deleteUser(uid);
  const paths = [docs.user(uid), docs.publicProfile(uid), docs.username(username.toLowerCase())];
  await Promise.all(paths.map((path) => admin.firestore.doc(path).delete()));
  await admin.database.ref(`users/${uid}`).remove();
}
