import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import { connectAuthEmulator, getAuth, signInAnonymously, signOut } from 'firebase/auth';
import { connectDatabaseEmulator, getDatabase, onValue, ref, set } from 'firebase/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DatabaseServer, startDatabase } from './server.ts';
import { NAMESPACE, PROJECT_ID } from './testing/clients.ts';

const RULES =
  '{"rules": {"users": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid"}}}}';

let auth: Server;
let server: DatabaseServer;
let app: FirebaseApp;

beforeAll(async () => {
  const load = createRequire(import.meta.url);
  const { createApp } = load('firebase-tools/lib/emulator/auth/server') as {
    createApp: (projectId: string) => Promise<Express>;
  };
  const authApp = await createApp(PROJECT_ID);
  await new Promise<void>((resolve) => {
    auth = authApp.listen(0, '127.0.0.1', () => resolve());
  });
  server = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES });
  app = initializeApp({ projectId: PROJECT_ID, apiKey: 'demo' });
}, 60_000);

afterAll(async () => {
  await deleteApp(app);
  await server.close();
  auth.close();
});

test('signing out ends what only the signed-in user may see; signing in again brings it back', async () => {
  const session = getAuth(app);
  const { port } = auth.address() as AddressInfo;
  connectAuthEmulator(session, `http://127.0.0.1:${port}`, { disableWarnings: true });
  const database = getDatabase(app, `http://127.0.0.1:9?ns=${NAMESPACE}`);
  connectDatabaseEmulator(database, '127.0.0.1', server.port);
  const listen = (uid: string) => {
    const seen: unknown[] = [];
    onValue(
      ref(database, `users/${uid}`),
      (snapshot) => seen.push(snapshot.val()),
      (error) => seen.push(error.message),
    );
    return seen;
  };

  const { user } = await signInAnonymously(session);
  await set(ref(database, `users/${user.uid}`), 'mine');
  const seen = listen(user.uid);
  await vi.waitFor(() => expect(seen).toEqual(['mine']));
  await signOut(session);
  await vi.waitFor(() =>
    expect(seen).toEqual(['mine', expect.stringContaining('permission_denied')]),
  );

  const { user: next } = await signInAnonymously(session);
  const refused = listen(user.uid);
  await vi.waitFor(() => expect(refused).toEqual([expect.stringContaining('permission_denied')]));
  const own = listen(next.uid);
  await vi.waitFor(() => expect(own).toEqual([null]));
}, 20_000);
