import { InvalidToken, identify } from '../../identity.ts';
import type { Caller } from '../contract.ts';

/**
 * Identifies the caller by the Authorization header; signed out without one.
 * @throws InvalidToken for anything but `Bearer owner` and a valid token of the Auth emulator for
 * this project
 */
export function readCaller(authorization: string | undefined, project: string): Caller {
  if (authorization === undefined) return { isAdmin: false, auth: null };
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw new InvalidToken('Send Authorization: Bearer <token>');
  const { isAdmin, auth } = identify(token.trim(), project, Date.now());
  if (!auth) return { isAdmin, auth: null };
  return { isAdmin, auth: { uid: String(auth.uid), token: claimsOf(auth.token) } };
}

const claimsOf = (token: unknown): Readonly<Record<string, unknown>> =>
  typeof token === 'object' && token !== null ? { ...token } : {};
