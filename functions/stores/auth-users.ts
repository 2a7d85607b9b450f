import type { Auth, UserRecord } from 'firebase-admin/auth';

/** An account that can sign in, whatever else there is of its user. */
export interface AuthUser {
  readonly uid: string;
  /** The last sign of life: when it was made, signed in or kept its session alive. */
  readonly seenAt: number;
  /** Someone switched it off, and it is to stay that way. */
  readonly isDisabled: boolean;
}

/** An account as its owner and operators know it. */
export interface FoundUser {
  readonly uid: string;
  readonly email: string | undefined;
  /** The owner has opened a link that was sent to the address. */
  readonly isConfirmed: boolean;
}

/** What decides whether a session of an account still counts. */
export interface AccountState {
  readonly isDisabled: boolean;
  /** Sessions that began before have been ended; milliseconds since the epoch. */
  readonly sessionsSince: number;
}

export type AuthUsers = ReturnType<typeof authUsers>;

/** Auth looks up no more than this. */
const LOOKED_UP_AT_ONCE = 100;

function read({ uid, disabled, metadata }: UserRecord): AuthUser {
  const { creationTime, lastSignInTime, lastRefreshTime } = metadata;
  const times = [creationTime, lastSignInTime, lastRefreshTime].map((time) =>
    time ? Date.parse(time) : 0,
  );
  return { uid, isDisabled: disabled, seenAt: Math.max(...times) };
}

/** Answers of the service that mean "no such account", also for what cannot be a name of one. */
const NOBODY = new Set<unknown>(['auth/user-not-found', 'auth/invalid-uid', 'auth/invalid-email']);

const isNobody = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NOBODY.has(error.code);

export const authUsers = (auth: Auth) => ({
  /** Undefined when the account was deleted. @throws when Auth cannot be asked */
  async state(uid: string): Promise<AccountState | undefined> {
    try {
      const { disabled, tokensValidAfterTime: since } = await auth.getUser(uid);
      return { isDisabled: disabled, sessionsSince: since ? Date.parse(since) : 0 };
    } catch (error) {
      if (isNobody(error)) return undefined;
      throw error;
    }
  },

  /** The account with this uid or e-mail address; undefined when there is none. */
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

  /** The e-mail addresses of accounts, by uid; those without one are not in it. */
  async emails(uids: readonly string[]): Promise<Map<string, string>> {
    const emails = new Map<string, string>();
    for (let start = 0; start < uids.length; start += LOOKED_UP_AT_ONCE) {
      const some = uids.slice(start, start + LOOKED_UP_AT_ONCE).map((uid) => ({ uid }));
      const { users } = await auth.getUsers(some);
      for (const { uid, email } of users) if (email) emails.set(uid, email);
    }
    return emails;
  },

  /** Those of these users whose account was deleted. @throws when Auth cannot be asked */
  async missing(uids: readonly string[]): Promise<string[]> {
    const missing: string[] = [];
    for (let start = 0; start < uids.length; start += LOOKED_UP_AT_ONCE) {
      const some = uids.slice(start, start + LOOKED_UP_AT_ONCE).map((uid) => ({ uid }));
      const { notFound } = await auth.getUsers(some);
      missing.push(...notFound.flatMap((one) => ('uid' in one ? one.uid : [])));
    }
    return missing;
  },

  /**
   * Makes a deleted account again, without a password: who reads its address can choose one. The address
   * may have another account by now; an account that is there stays as it is.
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

  /** Every account, a page at a time; at most 1,000 a page. */
  async *pages(size: number): AsyncGenerator<AuthUser[]> {
    let next: string | undefined;
    do {
      const { users, pageToken } = await auth.listUsers(size, next);
      if (users.length > 0) yield users.map(read);
      next = pageToken;
    } while (next);
  },

  /**
   * Gives an account another address, which is then unconfirmed, or another password; both end its
   * sessions.
   */
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

  /** Changes what an account is called where its session is (N-FST-08). */
  async setName(uid: string, name: string): Promise<void> {
    await auth.updateUser(uid, { displayName: name });
  },

  /**
   * A link for an account's own eyes, which leads on to a page: it confirms the address, or lets a new
   * password be chosen. Undefined when there is no such account any more.
   *
   * @param backTo an absolute address
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

  /** Nobody can log in to a disabled account, and its sessions have ended. */
  async setDisabled(uid: string, isDisabled: boolean): Promise<void> {
    await auth.updateUser(uid, { disabled: isDisabled });
  },

  /** Ends every session of an account; tokens that were given out count for half a minute more. */
  endSessions: (uid: string): Promise<void> => auth.revokeRefreshTokens(uid),

  /** @returns how many could not be deleted */
  delete: async (uids: readonly string[]): Promise<number> =>
    uids.length === 0 ? 0 : (await auth.deleteUsers([...uids])).failureCount,
});
