import { confirmEmailText } from '@datchain/shared/domain/confirmed-email.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';

/** Who calls, as far as it matters here: the claims of an ID token. */
interface Caller {
  readonly uid: string;
  readonly token: { readonly email_verified?: boolean | undefined };
}

/**
 * Selling, releasing and cashing out ask for a confirmed e-mail address; buying does not
 * (N-MON-12). A token says what was true when it was issued, up to an hour ago, so if it says no,
 * the account is looked up.
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
