import { deleteApp, initializeApp, setLogLevel } from 'firebase/app';
import { connectDatabaseEmulator, type Database, getDatabase } from 'firebase/database';
import {
  deleteApp as deleteAdminApp,
  initializeApp as initializeAdminApp,
} from 'firebase-admin/app';
import {
  type Database as AdminDatabase,
  getDatabaseWithUrl as getAdminDatabase,
} from 'firebase-admin/database';
import type { DatabaseServer } from '../server.ts';

export const PROJECT_ID = 'demo-dats';
export const NAMESPACE = 'demo-dats-default-rtdb';

setLogLevel('error');

const cleanups: (() => Promise<void>)[] = [];
let apps = 0;

export async function closeClients(): Promise<void> {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
}

export function openWeb(server: DatabaseServer, uid?: string): Database {
  apps += 1;
  const app = initializeApp({ projectId: PROJECT_ID }, `web-${apps}`);
  cleanups.push(() => deleteApp(app));
  const database = getDatabase(app, `http://127.0.0.1:9?ns=${NAMESPACE}`);
  connectDatabaseEmulator(
    database,
    '127.0.0.1',
    server.port,
    uid ? { mockUserToken: { user_id: uid } } : {},
  );
  return database;
}

export function openAdmin(server: DatabaseServer): AdminDatabase {
  apps += 1;
  const databaseURL = `${server.url}?ns=${NAMESPACE}`;
  const app = initializeAdminApp({ projectId: PROJECT_ID, databaseURL }, `admin-${apps}`);
  cleanups.push(() => deleteAdminApp(app));
  return getAdminDatabase(databaseURL, app);
}

/** Makes a token like the Auth emulator, valid for an hour from `issuedAt` (seconds). */
export function aToken(uid: string, issuedAt = Math.floor(Date.now() / 1000)): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT_ID}`,
    aud: PROJECT_ID,
    sub: uid,
    user_id: uid,
    iat: issuedAt,
    exp: issuedAt + 3600,
    firebase: { identities: {}, sign_in_provider: 'password' },
  };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}
