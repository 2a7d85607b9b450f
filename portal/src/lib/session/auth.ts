import { type FirebaseOptions, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  confirmPasswordReset,
  connectAuthEmulator,
  debugErrorMap,
  initializeAuth,
  onAuthStateChanged,
  reload,
  signInWithEmailAndPassword,
  type User,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { loadConfig } from '../firebase/config.ts';
import { startedOnce } from '../firebase/started-once.ts';

async function start(): Promise<Auth> {
  const config = await loadConfig();
  const { local, ...options } = config;
  const auth = initializeAuth(initializeApp(options as FirebaseOptions), {
    // Local storage notifies the other tabs at once when a session begins or ends.
    persistence: browserLocalPersistence,
    // The map with sentences: /login shows the provider's message to people.
    errorMap: debugErrorMap,
  });
  if (local?.auth) connectAuthEmulator(auth, local.auth, { disableWarnings: true });
  return auth;
}

/**
 * Starts Firebase Auth for e-mail and password only: without a pop-up resolver, and so without
 * third-party scripts.
 *
 * @throws ConfigError as loadConfig does.
 */
export const getAuthClient = startedOnce(start);

/**
 * Follows the signed-in user, starting with the first known state; null when nobody is signed in.
 */
export async function watchUser(onChange: (user: User | null) => void): Promise<void> {
  const auth = await getAuthClient();
  onAuthStateChanged(auth, onChange);
}

/** @throws the provider's error, whose message is a sentence. */
export async function signInWithPassword(email: string, password: string): Promise<User> {
  const { user } = await signInWithEmailAndPassword(await getAuthClient(), email, password);
  return user;
}

/**
 * Returns the address whose password a code may set. @throws the provider's error when it is old or
 * used.
 */
export const addressOfCode = async (code: string): Promise<string> =>
  verifyPasswordResetCode(await getAuthClient(), code);

/** Sets the password with a code, which is then used up. @throws the provider's error. */
export const setPassword = async (code: string, password: string): Promise<void> =>
  confirmPasswordReset(await getAuthClient(), code, password);

/**
 * Asks the provider whether the signed-in user's address is confirmed. If so, it renews the token
 * for the server, which carries that claim.
 */
export async function askWhetherConfirmed(): Promise<boolean> {
  const user = await currentUser();
  if (!user) return false;
  await reload(user);
  if (user.emailVerified) await user.getIdToken(true);
  return user.emailVerified;
}

/** Returns the signed-in user once the stored session is read; null when nobody is signed in. */
export async function currentUser(): Promise<User | null> {
  const auth = await getAuthClient();
  await auth.authStateReady();
  return auth.currentUser;
}
