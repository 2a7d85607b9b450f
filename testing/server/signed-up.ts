import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { userDocuments } from './user-documents.ts';

/** Gives users of the test stack the user document of a sign-up. */
export const signedUp = (uids: readonly string[]): Promise<void> =>
  setDocuments(firestore(), userDocuments(uids));
