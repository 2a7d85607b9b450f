import { inTime } from '../limits/in-time.ts';
import { log } from '../log.ts';
import type { AccountState } from '../stores/auth-users.ts';

/** How long Auth's answer is cached: an ended session is refused well within a minute. */
const CACHE_MILLIS = 30_000;
const FAILURE_CACHE_MILLIS = 5_000;
const TIMEOUT_MILLIS = 8_000;
const MAX_ACCOUNTS = 10_000;

/** Whether a session is still valid; `unknown` while Auth is out of reach. */
export type SessionState = 'open' | 'ended' | 'unknown';

interface Parts {
  readonly state: (uid: string) => Promise<AccountState | undefined>;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  readonly patienceMillis?: number;
}

interface Known {
  readonly answer: Promise<AccountState | 'gone' | 'unknown'>;
  until: number;
}

/**
 * Makes a check of whether a token's session is still valid (N-MON-09). A token alone is valid for an hour,
 * whatever happens to its account. Auth is asked at most twice a minute per account; calls in between share the
 * answer. The account's state is cached, not a verdict, so a new sign-in counts at once.
 */
export function sessionCheck({ state, now, patienceMillis = TIMEOUT_MILLIS }: Parts) {
  const accounts = new Map<string, Known>();

  function ask(uid: string): Known {
    const known: Known = {
      until: now() + CACHE_MILLIS,
      answer: inTime(state(uid), patienceMillis).then(
        (found) => found ?? 'gone',
        (error: unknown) => {
          log.error('Auth could not be asked about an account', { error: String(error) });
          known.until = now() + FAILURE_CACHE_MILLIS;
          return 'unknown';
        },
      ),
    };
    // A map keeps insertion order, so the first key is the oldest.
    accounts.delete(uid);
    if (accounts.size >= MAX_ACCOUNTS) accounts.delete(accounts.keys().next().value ?? '');
    accounts.set(uid, known);
    return known;
  }

  return async (uid: string, signedInAt: number): Promise<SessionState> => {
    const before = accounts.get(uid);
    const { answer } = before && now() < before.until ? before : ask(uid);
    const account = await answer;
    if (account === 'unknown') return 'unknown';
    if (account === 'gone' || account.isDisabled) return 'ended';
    return signedInAt < account.sessionsSince ? 'ended' : 'open';
  };
}
