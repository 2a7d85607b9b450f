import type { Auth, UserRecord } from 'firebase-admin/auth';

/** An account that can sign in, whatever else there is of its user. */
export interface AuthUser {
  readonly uid: string;
  /** The last sign of life: when it was made, signed in or kept its session alive. */
  readonly seenAt: number;
  /** Somebody switched it off, and it is to stay that way. */
  readonly isDisabled: boolean;
}

/** An account as its owner and operators know it. */
export interface FoundUser {
  readonly uid: string;
  readonly email: string | undefined;
  /** The owner has opened a link that was sent to the address. */
  readonly isConfirmed: boolean;
}

export interface AuthUsers {
  /** The account with this uid or e-mail address; undefined when there is none. */
  find(uidOrEmail: string): Promise<FoundUser | undefined>;
  /** Every account, a page at a time; at most 1,000 a page. */
  pages(size: number): AsyncGenerator<AuthUser[]>;
  /** @returns how many could not be deleted */
  delete(uids: readonly string[]): Promise<number>;
}

function read({ uid, disabled, metadata }: UserRecord): AuthUser {
  const { creationTime, lastSignInTime, lastRefreshTime } = metadata;
  const times = [creationTime, lastSignInTime, lastRefreshTime].map((time) =>
    time ? Date.parse(time) : 0,
  );
  return { uid, isDisabled: disabled, seenAt: Math.max(...times) };
}

/** Answers of the service that mean "no such account", also for what cannot be a name of one. */
const NOBODY = new Set<unknown>(['auth/user-not-found', 'auth/invalid-uid', 'auth/invalid-email']);

export const authUsers = (auth: Auth): AuthUsers => ({
  async find(uidOrEmail) {
    const isEmail = uidOrEmail.includes('@');
    try {
      const found = await (isEmail ? auth.getUserByEmail(uidOrEmail) : auth.getUser(uidOrEmail));
      return { uid: found.uid, email: found.email, isConfirmed: found.emailVerified };
    } catch (error) {
      if (error instanceof Error && 'code' in error && NOBODY.has(error.code)) return undefined;
      throw error;
    }
  },

  async *pages(size) {
    let next: string | undefined;
    do {
      const { users, pageToken } = await auth.listUsers(size, next);
      if (users.length > 0) yield users.map(read);
      next = pageToken;
    } while (next);
  },

  delete: async (uids) =>
    uids.length === 0 ? 0 : (await auth.deleteUsers([...uids])).failureCount,
});
