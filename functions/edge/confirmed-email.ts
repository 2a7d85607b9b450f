import { confirmEmailText } from '@datchain/shared/domain/confirmed-email.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';

interface Caller {
  readonly uid: string;
  readonly token: { readonly email_verified?: boolean | undefined };
}

/**
 * Refuses selling, releasing and cashing out without a confirmed e-mail address; buying needs none (N-MON-12).
 * A token may be an hour old, so if it says no, the account is looked up.
 *
 * @returns undefined, or the refusal
 */
export async function refuseUnconfirmed(
  { authUsers }: Pick<Services, 'authUsers'>,
  { uid, token }: Caller,
): Promise<Refusal | undefined> {
  if (token.email_verified === true) return undefined;
  const account = await authUsers.find(uid);
  return account?.isConfirmed ? undefined : refuse('failed-precondition', confirmEmailText);
}
