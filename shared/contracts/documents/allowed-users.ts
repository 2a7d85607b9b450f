import { isRecord, readList } from '../tolerant.ts';

const readUids = (value: unknown): string[] =>
  readList(value).filter((uid) => typeof uid === 'string');

/** The uids that may release DATS, from `portalAllowedUsers/allowedUsers` (R-DB-07); none without it. */
export const readAllowedUsers = (value: unknown): string[] =>
  readUids(isRecord(value) ? value.users : undefined);

/** Those of them that may release for themselves alone: artists who applied (N-PPL-09). */
export const readOwnWorksOnly = (value: unknown): string[] =>
  readUids(isRecord(value) ? value.ownWorksOnly : undefined);
