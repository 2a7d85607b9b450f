import {
  parseSessionHint,
  type SessionHint,
  serializeSessionHint,
  sessionHintKey,
} from '@datchain/shared/ui/session-hint.ts';
import type { User } from 'firebase/auth';
import { readCanRelease } from './allow-list.ts';
import { loadConfig } from './config.ts';

/** Who uses this browser (SPEC §4, Session). */
export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'signedOut' }
  | {
      readonly state: 'signedIn';
      readonly uid: string;
      readonly email: string;
      /** Undefined until the allow-list has answered. */
      readonly canRelease: boolean | undefined;
    };

let session: Session = { state: 'loading' };
const listeners = new Set<() => void>();

export const getSession = (): Session => session;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the menu shows: the session when it is known, else what the last page left behind. */
export function menuSession(current: Session): SessionHint {
  const hint = parseSessionHint(localStorage.getItem(sessionHintKey));
  if (current.state === 'loading') return hint;
  if (current.state === 'signedOut') return { signedIn: false, canRelease: false };
  return { signedIn: true, canRelease: current.canRelease ?? hint.canRelease };
}

function set(next: Session): void {
  session = next;
  if (next.state !== 'loading') {
    localStorage.setItem(sessionHintKey, serializeSessionHint(menuSession(next)));
  }
  for (const listener of listeners) listener();
}

/** SPEC §8: an allow-list that cannot be loaded is logged and counts as not allowed. */
async function checkAllowList(user: User): Promise<boolean> {
  try {
    return await readCanRelease(await loadConfig(), user.uid, await user.getIdToken());
  } catch (error) {
    console.warn('The allow-list could not be loaded; RELEASE stays hidden.', error);
    return false;
  }
}

let adopted: { uid: string; done: Promise<void> } | undefined;

/** Makes this user the session; resolves when the allow-list has answered, whoever asks first. */
function adopt(user: User): Promise<void> {
  if (adopted?.uid === user.uid) return adopted.done;
  const { uid, email } = user;
  const signedIn = { state: 'signedIn', uid, email: email ?? '' } as const;
  set({ ...signedIn, canRelease: undefined });
  const done = checkAllowList(user).then((canRelease) => {
    if (adopted?.uid === uid) set({ ...signedIn, canRelease });
  });
  adopted = { uid, done };
  return done;
}

function leave(): void {
  adopted = undefined;
  set({ state: 'signedOut' });
}

/** Loaded on its own, so that a page can draw itself before it knows who is there. */
const loadAuth = () => import('./auth.ts');

async function start(): Promise<void> {
  const { watchUser } = await loadAuth();
  await watchUser((user) => (user ? void adopt(user) : leave()));
}

let starting: Promise<void> | undefined;

/**
 * Follows the real sign-in state of this browser, in this tab and the others, and rewrites the hint
 * the ledger's pages read. Call it once at the start of a page; calling it again is harmless.
 *
 * @throws ConfigError as loadConfig does.
 */
export function startSession(): Promise<void> {
  starting ??= start().catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

/**
 * Signs in with e-mail and password and waits for the allow-list (SPEC §4).
 *
 * @throws the provider's error; its message is what /login shows.
 */
export async function signIn(email: string, password: string): Promise<void> {
  const { signInWithPassword } = await loadAuth();
  await adopt(await signInWithPassword(email, password));
}

/** Ends the session in every tab of this browser. */
export async function signOut(): Promise<void> {
  const { getAuthClient } = await loadAuth();
  await (await getAuthClient()).signOut();
  leave();
}

/** The signed-in user's token for the server; undefined when signed out. */
export async function idToken(): Promise<string | undefined> {
  const { currentUser } = await loadAuth();
  return (await currentUser())?.getIdToken();
}
