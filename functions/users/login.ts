import type { Account, changeLogin } from '@datchain/shared/contracts/calls/account.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type * as v from 'valibot';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { ownAccount } from './account.ts';

type Needs = Pick<Services, 'store' | 'authUsers'>;

export const emailInUse = 'This e-mail already has an account.';

/** Copies the address to the user document; the address at Auth is the authoritative one. */
async function copyEmail({ store }: Needs, uid: string, email: string): Promise<void> {
  const path = docs.user(uid);
  await retryOnConflict(alwaysLate('this account'), async () => {
    const stored = (await store.read([path])).get(path);
    if (!stored || stored.data.email === email) return 'written';
    return store.write(put(path, { email }, stored));
  });
}

/**
 * Changes address or password, and ends the sessions that began with the old ones (N-PPL-01). A new
 * address has to be confirmed again. A repeated call repairs what a crash left.
 */
export async function setLogin(
  services: Needs,
  uid: string,
  { email, password }: v.InferOutput<typeof changeLogin.input>,
): Promise<Account | Refusal> {
  const account = await ownAccount(services, uid);
  if (isRefusal(account)) return account;
  const isNew = email !== undefined && email.toLowerCase() !== account.email.toLowerCase();
  const changed = await services.authUsers.setLogin(uid, {
    ...(isNew && { email }),
    ...(password !== undefined && { password }),
  });
  if (changed === 'email-in-use') return refuse('already-exists', emailInUse);
  if (changed === 'weak-password') return refuse('invalid-argument', 'Choose a stronger password.');
  if (email !== undefined) await copyEmail(services, uid, isNew ? email : account.email);
  return ownAccount(services, uid);
}
