import { allowedUsersPath } from '@datchain/shared/contracts/allowed-users-path.ts';
import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { firestoreBase } from '../firebase/firestore-address.ts';

const ANSWER_WITHIN_MILLIS = 10_000;

const fieldOf = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined;

/** The list as the document store's REST interface writes it (R-DB-07). */
function readUids(document: unknown): unknown[] {
  const list = ['fields', 'users', 'arrayValue'].reduce(fieldOf, document);
  if (!isRecord(list)) throw new Error('The allow-list is not a list.');
  return readList(list.values).map((item) => fieldOf(item, 'stringValue'));
}

/**
 * Whether a user may release DATS. Read over REST: one document does not deserve an SDK.
 *
 * @throws when the list cannot be loaded; the caller logs it and counts the user as not allowed
 * (R-SES-05).
 */
export async function readCanRelease(
  config: InitConfig,
  uid: string,
  idToken: string,
): Promise<boolean> {
  const response = await fetch(`${firestoreBase(config)}/${allowedUsersPath}`, {
    headers: { authorization: `Bearer ${idToken}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MILLIS),
  });
  // A new shop has none: nobody was put on it yet.
  if (response.status === 404) return false;
  if (!response.ok) throw new Error(`The allow-list answered ${response.status}.`);
  return readUids(await response.json()).includes(uid);
}
