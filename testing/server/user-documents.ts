import { docs } from '@datchain/shared/contracts/paths.ts';

/** The least that a user document has, of whom no test reads more: no one orders without one. */
export const userDocuments = (uids: readonly string[]) =>
  uids.map((uid) => ({ path: docs.user(uid), data: { id: uid, userId: uid } }));
