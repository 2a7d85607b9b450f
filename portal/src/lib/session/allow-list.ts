import { allowedUsersPath } from '@datchain/shared/contracts/allowed-users-path.ts';
import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';
import * as v from 'valibot';
import { firestoreBase } from '../firebase/firestore-address.ts';

const ANSWER_WITHIN_MILLIS = 10_000;

/** The allow-list as the document store's REST interface writes it (R-DB-07). */
const allowListSchema = v.object({
  fields: v.object({
    users: v.object({
      arrayValue: v.object({
        values: v.optional(v.array(v.object({ stringValue: v.optional(v.string()) })), []),
      }),
    }),
  }),
});

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
  if (!response.ok) throw new Error(`The allow-list answered ${response.status}.`);
  const list = v.parse(allowListSchema, await response.json());
  return list.fields.users.arrayValue.values.some((item) => item.stringValue === uid);
}
