import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { userDocuments } from './user-documents.ts';

export const signedUp = (uids: readonly string[]): Promise<void> =>
  setDocuments(firestore(), userDocuments(uids));
