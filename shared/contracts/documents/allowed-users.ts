import { isRecord, readList } from '../tolerant.ts';

const readUids = (value: unknown): string[] =>
  readList(value).filter((uid) => typeof uid === 'string');

/** Reads the uids on the release list, from `portalAllowedUsers/allowedUsers` (R-DB-07); empty if it is missing. */
export const readAllowedUsers = (value: unknown): string[] =>
  readUids(isRecord(value) ? value.users : undefined);

/** Reads the uids that may release for themselves only: artists who applied (N-PPL-09). */
export const readOwnWorksOnly = (value: unknown): string[] =>
  readUids(isRecord(value) ? value.ownWorksOnly : undefined);
