import type { Auth, UserRecord } from 'firebase-admin/auth';

export interface AuthUser {
  readonly uid: string;
  /** Time of its last activity: when it was made, signed in or refreshed its session. */
  readonly seenAt: number;
  readonly isDisabled: boolean;
}

export interface FoundUser {
  readonly uid: string;
  readonly email: string | undefined;
  /** The owner has opened a link that was sent to the address. */
  readonly isConfirmed: boolean;
}

export interface AccountState {
  readonly isDisabled: boolean;
  /** Sessions that began earlier have ended; milliseconds since the epoch. */
  readonly sessionsSince: number;
}

export type AuthUsers = ReturnType<typeof authUsers>;

const LOOKUP_BATCH_SIZE = 100;

function read({ uid, disabled, metadata }: UserRecord): AuthUser {
  const { creationTime, lastSignInTime, lastRefreshTime } = metadata;
  const times = [creationTime, lastSignInTime, lastRefreshTime].map((time) =>
    time ? Date.parse(time) : 0,
  );
  return { uid, isDisabled: disabled, seenAt: Math.max(...times) };
}

/** Error codes that mean "no such account"; an invalid name counts too. */
const NOBODY = new Set<unknown>(['auth/user-not-found', 'auth/invalid-uid', 'auth/invalid-email']);

const isNobody = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NOBODY.has(error.code);

export const authUsers = (auth: Auth) => ({
  /**
   * Reads whether sessions of an account count; undefined when the account was deleted.
   *
   * @throws when Auth cannot be reached
   */
  async state(uid: string): Promise<AccountState | undefined> {
    try {
      const { disabled, tokensValidAfterTime: since } = await auth.getUser(uid);
      return { isDisabled: disabled, sessionsSince: since ? Date.parse(since) : 0 };
    } catch (error) {
      if (isNobody(error)) return undefined;
      throw error;
    }
  },

  async find(uidOrEmail: string): Promise<FoundUser | undefined> {
    const isEmail = uidOrEmail.includes('@');
    try {
      const found = await (isEmail ? auth.getUserByEmail(uidOrEmail) : auth.getUser(uidOrEmail));
      return { uid: found.uid, email: found.email, isConfirmed: found.emailVerified };
    } catch (error) {
      if (isNobody(error)) return undefined;
      throw error;
    }
  },

  async emails(uids: readonly string[]): Promise<Map<string, string>> {
    const emails = new Map<string, string>();
    for (let start = 0; start < uids.length; start += LOOKUP_BATCH_SIZE) {
      const some = uids.slice(start, start + LOOKUP_BATCH_SIZE).map((uid) => ({ uid }));
      const { users } = await auth.getUsers(some);
      for (const { uid, email } of users) if (email) emails.set(uid, email);
    }
    return emails;
  },

  /**
   * Lists the users whose account was deleted.
   *
   * @throws when Auth cannot be reached
   */
  async missing(uids: readonly string[]): Promise<string[]> {
    const missing: string[] = [];
    for (let start = 0; start < uids.length; start += LOOKUP_BATCH_SIZE) {
      const some = uids.slice(start, start + LOOKUP_BATCH_SIZE).map((uid) => ({ uid }));
      const { notFound } = await auth.getUsers(some);
      missing.push(...notFound.flatMap((one) => ('uid' in one ? one.uid : [])));
    }
    return missing;
  },

  /**
   * Recreates a deleted account without a password; whoever reads its e-mail can choose one. Another account
   * may have the address by now. An existing account stays as it is.
   */
  async restore(uid: string, email: string): Promise<'restored' | 'email-in-use'> {
    try {
      await auth.createUser({ uid, email });
    } catch (error) {
      const code = error instanceof Error && 'code' in error && error.code;
      if (code === 'auth/email-already-exists') return 'email-in-use';
      if (code !== 'auth/uid-already-exists') throw error;
    }
    return 'restored';
  },

  /**
   * Lists accounts, at most 1,000.
   *
   * @param after the `next` of the page before; empty for the first page, which also follows one that Auth has
   * forgotten
   */
  async page(size: number, after: string): Promise<{ users: AuthUser[]; next: string }> {
    const list = async (token: string) => {
      const { users, pageToken = '' } = await auth.listUsers(size, token || undefined);
      return { users: users.map(read), next: pageToken };
    };
    try {
      return await list(after);
    } catch (error) {
      const code = error instanceof Error && 'code' in error && error.code;
      if (after === '' || code !== 'auth/invalid-page-token') throw error;
      return list('');
    }
  },

  /** Sets another address, which is then unconfirmed, or another password; both end the account's sessions. */
  async setLogin(
    uid: string,
    { email, password }: { readonly email?: string; readonly password?: string },
  ): Promise<'changed' | 'email-in-use' | 'weak-password'> {
    if (email === undefined && password === undefined) return 'changed';
    try {
      await auth.updateUser(uid, {
        ...(email !== undefined && { email, emailVerified: false }),
        ...(password !== undefined && { password }),
      });
    } catch (error) {
      const code = error instanceof Error && 'code' in error && error.code;
      if (code === 'auth/email-already-exists') return 'email-in-use';
      if (code === 'auth/invalid-password') return 'weak-password';
      throw error;
    }
    await auth.revokeRefreshTokens(uid);
    return 'changed';
  },

  /** Sets the name that an account's sessions show (N-FST-08). */
  async setName(uid: string, name: string): Promise<void> {
    await auth.updateUser(uid, { displayName: name });
  },

  /**
   * Makes a link for the account's owner that confirms the address or lets them choose a password, and then
   * leads to a page. Undefined when the account does not exist.
   *
   * @param url the page's absolute address
   */
  async linkFor(
    email: string,
    does: 'confirm' | 'reset',
    url: string,
  ): Promise<string | undefined> {
    try {
      return does === 'confirm'
        ? await auth.generateEmailVerificationLink(email, { url })
        : await auth.generatePasswordResetLink(email, { url });
    } catch (error) {
      if (isNobody(error)) return undefined;
      throw error;
    }
  },

  async setDisabled(uid: string, isDisabled: boolean): Promise<void> {
    await auth.updateUser(uid, { disabled: isDisabled });
  },

  /** Ends every session of an account; tokens already issued count for half a minute more. */
  endSessions: (uid: string): Promise<void> => auth.revokeRefreshTokens(uid),

  /** @returns how many could not be deleted */
  delete: async (uids: readonly string[]): Promise<number> =>
    uids.length === 0 ? 0 : (await auth.deleteUsers([...uids])).failureCount,
});
