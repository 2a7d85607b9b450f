import { allowedUsersPath } from '@datchain/shared/contracts/allowed-users-path.ts';
import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { firestoreBase } from '../firebase/firestore-address.ts';

const TIMEOUT_MILLIS = 10_000;

const readField = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined;

/** Reads the list from a document of the store's REST API (R-DB-07). */
function readUids(document: unknown): unknown[] {
  const list = ['fields', 'users', 'arrayValue'].reduce(readField, document);
  if (!isRecord(list)) throw new Error('The allow-list is not a list.');
  return readList(list.values).map((item) => readField(item, 'stringValue'));
}

/**
 * Tells whether a user may release DATS. Read over REST: one document does not justify an SDK.
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
    signal: AbortSignal.timeout(TIMEOUT_MILLIS),
  });
  // A new shop has no list: nobody was added yet.
  if (response.status === 404) return false;
  if (!response.ok) throw new Error(`The allow-list answered ${response.status}.`);
  return readUids(await response.json()).includes(uid);
}
