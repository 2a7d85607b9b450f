import { type CallableRequest, HttpsError } from 'firebase-functions/https';
import { type RateLimit, rateLimit } from '../limits/rate-limit.ts';
import { perMinute } from '../limits/windows.ts';
import type { Services } from '../services.ts';
import { isFromOurSite } from './app-check.ts';
import { sessionCheck } from './sessions.ts';

/** Calls of one function that a user may make (M-56). */
const CALLS = perMinute(60);

export const signedOut = 'Please log in first.';

export const tooManyRequests = 'Too many requests. Try again in a minute.';

const notFromHere = () =>
  new HttpsError(
    'failed-precondition',
    'We could not verify that this came from our own site. Reload the page and try again.',
  );

const notNow = () =>
  new HttpsError(
    'unavailable',
    'We cannot check your account right now, so nothing was done. Try again in a minute.',
  );

interface Checks {
  readonly session: ReturnType<typeof sessionCheck>;
  readonly limit: RateLimit;
}

let checks: Checks | undefined;

function getChecks({ authUsers, store }: Services): Checks {
  checks ??= {
    session: sessionCheck({ state: authUsers.state, now: () => performance.now() }),
    // Real time: a shifted clock must not lock anyone out for an extra minute.
    limit: rateLimit({ store, now: () => Date.now() }),
  };
  return checks;
}

/**
 * Identifies the caller by the token alone, while the account is valid. An account that was deleted, disabled
 * or signed out everywhere is refused within a minute. No one is let in while Auth is out of reach (N-MON-09).
 *
 * @returns the caller's uid
 * @throws HttpsError `unauthenticated`; `failed-precondition` when App Check refuses the call; `unavailable`
 * while the account cannot be checked; `resource-exhausted` after too many calls in this minute, with the wait
 * in Retry-After
 */
export async function requireCaller(
  services: Services,
  name: string,
  { auth, rawRequest }: CallableRequest<unknown>,
): Promise<string> {
  if (!auth?.uid) throw new HttpsError('unauthenticated', signedOut);
  if (!(await isFromOurSite(services, name, rawRequest))) throw notFromHere();
  const { session, limit } = getChecks(services);
  const state = await session(auth.uid, auth.token.auth_time * 1_000);
  if (state === 'ended') throw new HttpsError('unauthenticated', signedOut);
  if (state === 'unknown') throw notNow();
  const waitSeconds = await limit.take(name, auth.uid, CALLS);
  if (waitSeconds === undefined) return auth.uid;
  rawRequest.res?.set('Retry-After', String(waitSeconds));
  throw new HttpsError('resource-exhausted', tooManyRequests);
}
