import { deleteApp, type FirebaseApp, type FirebaseOptions, initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  debugErrorMap,
  initializeAuth,
  inMemoryPersistence,
} from 'firebase/auth';
import { connectFirestoreEmulator, type Firestore, getFirestore } from 'firebase/firestore/lite';
import { loadConfig } from '../firebase/config.ts';

export interface SignUpApp {
  readonly app: FirebaseApp;
  readonly auth: Auth;
  readonly firestore: Firestore;
  close(): Promise<void>;
}

let opened = 0;

/**
 * Opens a second Firebase app without persistence, so that creating an account does not change this
 * browser's session. Its documents go over REST, which fails where the large SDK would wait
 * forever.
 *
 * @throws ConfigError as loadConfig does
 */
export async function openSignUpApp(): Promise<SignUpApp> {
  const { local, ...options } = await loadConfig();
  opened += 1;
  const app = initializeApp(options as FirebaseOptions, `sign-up-${opened}`);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence, errorMap: debugErrorMap });
  if (local?.auth) connectAuthEmulator(auth, local.auth, { disableWarnings: true });
  const firestore = getFirestore(app);
  if (local?.firestore) {
    const { hostname, port } = new URL(local.firestore);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return { app, auth, firestore, close: () => deleteApp(app) };
}
