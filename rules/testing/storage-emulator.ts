import { type StorageServer, startStorage } from '@datchain/firebase-emulators/storage/server.ts';
import type { Emulator } from './firestore-emulator.ts';

export const storageEmulator = (
  projectId: string,
  { host, port }: Emulator,
): Promise<StorageServer> => startStorage({ port: 0, projectId, firestoreHost: `${host}:${port}` });
