import {
  type DatabaseServer,
  startDatabase,
} from '@datchain/firebase-emulators/database/server.ts';
import { NAMESPACE, PROJECT_ID } from '@datchain/firebase-emulators/database/testing/clients.ts';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import { connectAuthEmulator, getAuth, signInAnonymously, signOut } from 'firebase/auth';
import { connectDatabaseEmulator, getDatabase, onValue, ref, set } from 'firebase/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const RULES =
  '{"rules": {"users": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid"}}}}';

let server: DatabaseServer;
let app: FirebaseApp;

beforeAll(async () => {
  server = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES });
  app = initializeApp({ projectId: PROJECT_ID, apiKey: 'demo' }, 'sign-out');
});

afterAll(async () => {
  await deleteApp(app);
  await server.close();
});

test('signing out ends what only the signed-in user may see; signing in again brings it back', async () => {
  const session = getAuth(app);
  connectAuthEmulator(session, `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}`, {
    disableWarnings: true,
  });
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
});
