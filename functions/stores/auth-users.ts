import type { Auth, UserRecord } from 'firebase-admin/auth';

/** An account that can sign in, whatever else there is of its user. */
export interface AuthUser {
  readonly uid: string;
  /** The last sign of life: when it was made, signed in or kept its session alive. */
  readonly seenAt: number;
  /** Somebody switched it off, and it is to stay that way. */
  readonly isDisabled: boolean;
}

export interface AuthUsers {
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

export const authUsers = (auth: Auth): AuthUsers => ({
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
