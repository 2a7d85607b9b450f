import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readMillis } from '@datchain/shared/contracts/tolerant.ts';
import { Firestore } from '@google-cloud/firestore';
import { emulatorSettings, type PublicDataSource } from './public-copy.ts';

export type RebuildRequests = ReturnType<typeof rebuildRequests>;

export function rebuildRequests({
  projectId,
  firestoreHost,
}: Pick<PublicDataSource, 'projectId' | 'firestoreHost'>) {
  const local = firestoreHost ? emulatorSettings(firestoreHost) : {};
  const firestore = new Firestore({ projectId, ...local });
  return {
    async lastAskedAt(): Promise<number | undefined> {
      const stored: unknown = (await firestore.doc(docs.rebuildRequest).get()).data();
      return isRecord(stored) ? readMillis(stored.requestedAt) : undefined;
    },
  };
}
