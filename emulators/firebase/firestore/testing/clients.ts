import { deleteApp, initializeApp, setLogLevel } from 'firebase/app';
import { connectFirestoreEmulator, type Firestore, initializeFirestore } from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';
import {
  deleteApp as deleteAdminApp,
  initializeApp as initializeAdminApp,
} from 'firebase-admin/app';
import {
  type Firestore as AdminFirestore,
  initializeFirestore as initializeAdminFirestore,
} from 'firebase-admin/firestore';

export interface Address {
  readonly port: number;
}

export const PROJECT_ID = 'demo-dats';

setLogLevel('error');

const cleanups: (() => Promise<void>)[] = [];
let apps = 0;

export async function closeClients(): Promise<void> {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
}

export function openWeb({ port }: Address, uid?: string): Firestore {
  const app = openApp();
  const firestore = initializeFirestore(app, {});
  connectFirestoreEmulator(firestore, '127.0.0.1', port, mockUser(uid));
  return firestore;
}

export function openLite({ port }: Address, uid?: string): lite.Firestore {
  const firestore = lite.initializeFirestore(openApp(), {});
  lite.connectFirestoreEmulator(firestore, '127.0.0.1', port, mockUser(uid));
  return firestore;
}

export function openAdmin({ port }: Address): AdminFirestore {
  apps += 1;
  const app = initializeAdminApp({ projectId: PROJECT_ID }, `admin-${apps}`);
  const firestore = initializeAdminFirestore(app);
  // Settings instead of environment variables, which other tests would see.
  firestore.settings({
    host: `127.0.0.1:${port}`,
    ssl: false,
    customHeaders: { Authorization: 'Bearer owner' },
  });
  cleanups.push(async () => {
    await firestore.terminate();
    await deleteAdminApp(app);
  });
  return firestore;
}

function openApp() {
  apps += 1;
  const app = initializeApp({ projectId: PROJECT_ID, apiKey: 'none' }, `web-${apps}`);
  cleanups.push(() => deleteApp(app));
  return app;
}

const mockUser = (uid: string | undefined) => (uid ? { mockUserToken: { user_id: uid } } : {});
