import { useSyncExternalStore } from 'react';
import { getDepartures, getSession, type Session, subscribeToSession } from './session.ts';

export const useSession = (): Session => useSyncExternalStore(subscribeToSession, getSession);

/**
 * Counts how often a user has left this page, as a key for components that must not outlive their
 * user.
 */
export const useDepartures = (): number => useSyncExternalStore(subscribeToSession, getDepartures);
