import {
  type Account,
  changeAccount,
  changeLogin,
} from '@datchain/shared/contracts/calls/account.ts';
import { MOST_LINKS } from '@datchain/shared/domain/profile-texts.ts';
import { heldDays } from '@datchain/shared/domain/username.ts';
import { call } from '../../lib/calls/callables.ts';
import { codeOf, describeError } from '../../lib/calls/error-words.ts';
import { problemsIn } from '../../lib/calls/problems.ts';
import { signIn } from '../../lib/session/session.ts';

export type ChangeOf = 'name' | 'username' | 'about' | 'links' | 'email' | 'password';

interface Words {
  readonly title: string;
  readonly label: string;
  readonly hint?: string;
  readonly rows?: number;
  readonly done: string;
}

export const changes: Readonly<Record<ChangeOf, Words>> = {
  name: { title: 'Change name', label: 'Name', done: 'Name changed.' },
  username: {
    title: 'Change username',
    label: 'Username',
    hint: `Nobody else can take your old one for ${heldDays} days. Public pages update within minutes.`,
    done: 'Username changed.',
  },
  about: {
    title: 'Change what your page says',
    label: 'About',
    rows: 5,
    done: 'About changed.',
  },
  links: {
    title: 'Change links',
    label: 'Links',
    hint: `At most ${MOST_LINKS}, one address per line.`,
    rows: MOST_LINKS,
    done: 'Links changed.',
  },
  email: {
    title: 'Change e-mail',
    label: 'New e-mail',
    hint: 'You confirm it with a link that we send there. Other devices are logged out.',
    done: 'E-mail changed. Confirm it below.',
  },
  password: {
    title: 'Change password',
    label: 'New password',
    hint: 'At least 6 characters. Other devices are logged out.',
    done: 'Password changed.',
  },
};

export const needsPassword = (what: ChangeOf): what is 'email' | 'password' =>
  what === 'email' || what === 'password';

export function formatCurrent(account: Account, what: ChangeOf): string {
  if (what === 'password') return '';
  return what === 'links' ? account.links.join('\n') : account[what];
}

const readInput = (what: ChangeOf, typed: string): string | string[] =>
  what === 'links'
    ? typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : typed;

export function findProblem(what: ChangeOf, typed: string): string | undefined {
  const { input } = needsPassword(what) ? changeLogin : changeAccount;
  return problemsIn(input, { [what]: readInput(what, typed) })[what];
}

const wrongPassword = /^auth\/(wrong-password|invalid-credential|invalid-login-credentials)$/;

export const isWrongPassword = (error: unknown): boolean => wrongPassword.test(codeOf(error));

export const sentenceOfFailure = (error: unknown): string =>
  describeError(error, 'This could not be changed. Try again.');

/**
 * Changes one value of the account. E-mail and password log in again before and after, because the
 * change ends the old sessions.
 *
 * @throws the call's or the provider's error
 */
export async function applyChange(
  account: Account,
  what: ChangeOf,
  typed: string,
  password: string,
): Promise<Account> {
  if (!needsPassword(what)) return call(changeAccount, { [what]: readInput(what, typed) });
  await signIn(account.email, password);
  const next = await call(changeLogin, { [what]: typed });
  await signIn(next.email, what === 'password' ? typed : password);
  return next;
}
