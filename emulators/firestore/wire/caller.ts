import { InvalidToken, identify } from '../../identity.ts';
import type { Caller } from '../contract.ts';

/** Someone, and until when. */
export interface Identified {
  readonly caller: Caller;
  /** When the token runs out, in milliseconds of its clock; absent when it does not. */
  readonly expiresAt?: number | undefined;
}

const SIGNED_OUT: Identified = { caller: { isAdmin: false, auth: null } };

/**
 * Whom a request speaks for, by its Authorization header: no one without one.
 * @param now the clock of tokens, in milliseconds
 * @throws InvalidToken for anything but `Bearer owner` and a current token of the Auth emulator for
 *   this project
 */
export function callerOf(
  authorization: string | undefined,
  project: string,
  now: number,
): Identified {
  if (authorization === undefined) return SIGNED_OUT;
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw new InvalidToken('Send Authorization: Bearer <token>');
  const { isAdmin, auth, expiresAt } = identify(token.trim(), project, now);
  if (!auth) return { caller: { isAdmin, auth: null } };
  const user = { uid: String(auth.uid), token: claimsOf(auth.token) };
  return { caller: { isAdmin, auth: user }, expiresAt };
}

const claimsOf = (token: unknown): Readonly<Record<string, unknown>> =>
  typeof token === 'object' && token !== null ? { ...token } : {};
