import { isRecord, readList } from '../tolerant.ts';

/** The uids that may release DATS, from `portalAllowedUsers/allowedUsers` (R-DB-07); none without it. */
export function readAllowedUsers(value: unknown): string[] {
  const users = readList(isRecord(value) ? value.users : undefined);
  return users.filter((uid) => typeof uid === 'string');
}
