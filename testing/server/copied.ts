import { PublicCopy } from '@datchain/functions/stores/public-copy.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';

export async function copied(): Promise<PublicCopy> {
  const { FIRESTORE_EMULATOR_HOST: firestoreHost, DATABASE_URL: databaseURL = '' } = process.env;
  const { projectId } = testStack();
  const copy = new PublicCopy({ projectId, databaseURL, firestoreHost });
  await copy.refresh();
  return copy;
}
