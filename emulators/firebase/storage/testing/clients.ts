import { deleteApp, initializeApp } from 'firebase/app';
import { connectStorageEmulator, type FirebaseStorage, getStorage } from 'firebase/storage';
import {
  deleteApp as deleteAdminApp,
  initializeApp as initializeAdminApp,
} from 'firebase-admin/app';
import { getStorage as getAdminStorage } from 'firebase-admin/storage';
import type { StorageServer } from '../server.ts';

export const PROJECT_ID = 'demo-dats';
export const BUCKET = 'demo-dats.firebasestorage.app';

const cleanups: (() => Promise<void>)[] = [];
let apps = 0;

export async function closeClients(): Promise<void> {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
}

export function openWeb(server: Pick<StorageServer, 'port'>, uid?: string): FirebaseStorage {
  apps += 1;
  const app = initializeApp({ projectId: PROJECT_ID, storageBucket: BUCKET }, `web-${apps}`);
  cleanups.push(() => deleteApp(app));
  const storage = getStorage(app);
  const options = uid ? { mockUserToken: { user_id: uid } } : {};
  connectStorageEmulator(storage, '127.0.0.1', server.port, options);
  return storage;
}

export function openAdmin(server: Pick<StorageServer, 'port'>) {
  apps += 1;
  process.env.METADATA_SERVER_DETECTION = 'none';
  // firebase-admin derives the second variable from the first, once.
  process.env.FIREBASE_STORAGE_EMULATOR_HOST = `127.0.0.1:${server.port}`;
  delete process.env.STORAGE_EMULATOR_HOST;
  const app = initializeAdminApp({ projectId: PROJECT_ID, storageBucket: BUCKET }, `admin-${apps}`);
  cleanups.push(() => deleteAdminApp(app));
  return getAdminStorage(app).bucket();
}
