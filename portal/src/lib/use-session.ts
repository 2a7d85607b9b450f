import { useSyncExternalStore } from 'react';
import { getSession, type Session, subscribeToSession } from './session.ts';

/** The session, followed live: signing in or out in another tab shows here too. */
export const useSession = (): Session => useSyncExternalStore(subscribeToSession, getSession);
