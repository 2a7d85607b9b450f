import { useSyncExternalStore } from 'react';
import { getDepartures, getSession, type Session, subscribeToSession } from './session.ts';

/** The session, followed live: signing in or out in another tab shows here too. */
export const useSession = (): Session => useSyncExternalStore(subscribeToSession, getSession);

/** How often a user has left this page, as a key for what must not outlive its user. */
export const useDepartures = (): number => useSyncExternalStore(subscribeToSession, getDepartures);
