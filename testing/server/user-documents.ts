import { docs } from '@datchain/shared/contracts/paths.ts';

/** Makes minimal user documents, because orders require one. */
export const userDocuments = (uids: readonly string[]) =>
  uids.map((uid) => ({ path: docs.user(uid), data: { id: uid, userId: uid } }));
