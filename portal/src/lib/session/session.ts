import { clearRedirectMarker } from '@datchain/shared/ui/purchase/redirect-marker.ts';
import {
  parseSessionHint,
  type SessionHint,
  serializeSessionHint,
  sessionHintKey,
} from '@datchain/shared/ui/session-hint.ts';
import { sharedStore } from '@datchain/shared/ui/site-data.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import type { User } from 'firebase/auth';
import { loadConfig } from '../firebase/config.ts';
import { reportWaiting } from '../firebase/reach.ts';
import { startedOnce } from '../firebase/started-once.ts';
import { readCanRelease } from './allow-list.ts';

/** The user of this browser (R-SES-01, R-SES-02). */
export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'signedOut' }
  | {
      readonly state: 'signedIn';
      readonly uid: string;
      readonly email: string;
      readonly isConfirmed: boolean;
      /** Undefined until the allow-list is loaded. */
      readonly canRelease: boolean | undefined;
      /** Undefined until the user's settings are loaded; only the menu reads it. */
      readonly isOperator?: boolean;
      /** The username from the login; public pages greet the user by it (N-FST-08). */
      readonly username: string;
    };

let session: Session = { state: 'loading' };
let departures = 0;
const listeners = new Set<() => void>();

export const getSession = (): Session => session;

/** Counts how often a user has left this page: anything rendered before belonged to them. */
export const getDepartures = (): number => departures;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the session for the menu: the real one once known, until then the hint of the last page.
 */
export function menuSession(current: Session): SessionHint {
  const hint = parseSessionHint(sharedStore.getItem(sessionHintKey));
  if (current.state === 'loading') return hint;
  if (current.state === 'signedOut') return parseSessionHint(null);
  return {
    signedIn: true,
    canRelease: current.canRelease ?? hint.canRelease,
    isOperator: current.isOperator ?? hint.isOperator,
    username: current.username,
  };
}

export const uidOf = (current: Session): string | undefined =>
  current.state === 'signedIn' ? current.uid : undefined;

const part = {};

function set(next: Session): void {
  if (session.state === 'signedIn' && uidOf(session) !== uidOf(next)) {
    departures += 1;
    clearRedirectMarker();
  }
  session = next;
  reportWaiting(part, next.state === 'loading');
  if (next.state !== 'loading') {
    sharedStore.setItem(sessionHintKey, serializeSessionHint(menuSession(next)));
    sharedStore.setItem(lastUidKey, uidOf(next) ?? '');
  }
  for (const listener of listeners) listener();
}

const lastUidKey = 'datchain.uid';

/**
 * Reloads a page from the back/forward cache when the user has changed meanwhile: it would show the
 * figures of someone who has left.
 */
function startAnewAfterChange({ persisted }: PageTransitionEvent): void {
  if (!persisted || session.state === 'loading') return;
  if (sharedStore.getItem(lastUidKey) === (uidOf(session) ?? '')) return;
  document.documentElement.hidden = true;
  location.reload();
}

/** Checks the allow-list; a failure is logged and counts as not allowed (R-SES-05). */
async function checkAllowList(user: User): Promise<boolean> {
  try {
    return await readCanRelease(await loadConfig(), user.uid, await user.getIdToken());
  } catch (error) {
    warnLater('The allow-list could not be loaded; RELEASE stays hidden.', error);
    return false;
  }
}

let adopted: { uid: string; email: string | null; done: Promise<void> } | undefined;

/**
 * Makes this user the session; resolves when the allow-list is loaded. Repeated calls share one
 * request.
 */
function adopt(user: User): Promise<void> {
  if (adopted?.uid === user.uid && adopted.email === user.email) return adopted.done;
  const { uid, email, emailVerified: isConfirmed } = user;
  const username = user.displayName ?? '';
  const signedIn = { state: 'signedIn', uid, email: email ?? '', isConfirmed, username } as const;
  set({ ...signedIn, canRelease: undefined });
  import('./look-for-news.ts').catch((error: unknown) => {
    warnLater('The news could not be counted.', error);
  });
  const done = checkAllowList(user).then((canRelease) => {
    // The address may have been confirmed meanwhile.
    if (session.state === 'signedIn' && session.uid === uid) set({ ...session, canRelease });
  });
  adopted = { uid, email, done };
  return done;
}

/**
 * Stores for the menu whether this user runs the operators' desk; the server checks again
 * (N-FST-09).
 */
export function noteOperator(uid: string, isOperator: boolean): void {
  if (session.state !== 'signedIn' || session.uid !== uid) return;
  if (session.isOperator !== isOperator) set({ ...session, isOperator });
}

export function noteUsername(username: string): void {
  if (session.state === 'signedIn') set({ ...session, username });
}

function leave(): void {
  adopted = undefined;
  set({ state: 'signedOut' });
}

/** Loaded separately, so that a page can render before the session is known. */
const loadAuth = () => import('./auth.ts');

async function start(): Promise<void> {
  reportWaiting(part, true);
  addEventListener('pageshow', startAnewAfterChange);
  const { watchUser } = await loadAuth();
  await watchUser((user) => (user ? void adopt(user) : leave()));
}

/**
 * Follows the sign-in state of this browser, across tabs, and updates the hint that the ledger's
 * pages read. Call it once at the start of a page; further calls are harmless.
 *
 * @throws ConfigError as loadConfig does.
 */
export const startSession = startedOnce(start);

/**
 * Signs in with e-mail and password and waits for the allow-list (R-SES-01).
 *
 * @throws the provider's error; /login shows its message.
 */
export async function signIn(email: string, password: string): Promise<void> {
  const { signInWithPassword } = await loadAuth();
  await adopt(await signInWithPassword(email, password));
}

export async function lookForConfirmation(): Promise<void> {
  const { askWhetherConfirmed } = await loadAuth();
  const uid = uidOf(session);
  const isConfirmed = await askWhetherConfirmed();
  if (isConfirmed && session.state === 'signedIn' && session.uid === uid) {
    set({ ...session, isConfirmed });
  }
}

/** Ends the session in every tab of this browser. */
export async function signOut(): Promise<void> {
  const { getAuthClient } = await loadAuth();
  await (await getAuthClient()).signOut();
  leave();
}

/**
 * Returns the signed-in user's token for the server; undefined when signed out, or when another
 * user than `uid` is signed in.
 */
export async function idToken(uid: string | undefined): Promise<string | undefined> {
  const { currentUser } = await loadAuth();
  const user = await currentUser();
  return uid === undefined || user?.uid === uid ? user?.getIdToken() : undefined;
}
