import { readAllowedUsers } from '@datchain/shared/contracts/documents/allowed-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';

/** Refuses who is not on the list at this moment (M-44): a removed operator is not an operator. */
export async function requireOperator(
  { store }: Pick<Services, 'store'>,
  uid: string,
): Promise<Refusal | undefined> {
  const stored = (await store.read([docs.allowedUsers])).get(docs.allowedUsers);
  return readAllowedUsers(stored?.data).includes(uid)
    ? undefined
    : refuse('permission-denied', 'This account is not on the release list.');
}
