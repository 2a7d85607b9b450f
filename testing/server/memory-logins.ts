import type { AuthUsers } from '@datchain/functions/stores/auth-users.ts';

export function memoryLogins() {
  const disabled = new Set<string>();
  const deleted = new Set<string>();
  const authUsers: Pick<AuthUsers, 'state' | 'find' | 'setDisabled' | 'delete'> = {
    state: async (uid) =>
      deleted.has(uid) ? undefined : { isDisabled: disabled.has(uid), sessionsSince: 0 },
    find: async (uid) => (deleted.has(uid) ? undefined : { uid, email: uid, isConfirmed: true }),
    async setDisabled(uid, isDisabled) {
      if (isDisabled) disabled.add(uid);
      else disabled.delete(uid);
    },
    async delete(uids) {
      for (const uid of uids) deleted.add(uid);
      return 0;
    },
  };
  return { authUsers, isOut: (uid: string) => disabled.has(uid) || deleted.has(uid) };
}
