import { inTime } from '../limits/in-time.ts';
import { log } from '../log.ts';
import type { AccountState } from '../stores/auth-users.ts';

/** How long Auth's answer counts: an ended session is refused well within a minute. */
const FRESH_MILLIS = 30_000;
/** How long it counts that Auth was out of reach. */
const FAILED_MILLIS = 5_000;
const PATIENCE_MILLIS = 8_000;
const MOST_ACCOUNTS = 10_000;

/** Whether a session is still valid; `unknown` while Auth is out of reach. */
export type SessionState = 'open' | 'ended' | 'unknown';

interface Parts {
  /** Asks Auth; undefined for an account that was deleted. */
  readonly state: (uid: string) => Promise<AccountState | undefined>;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  readonly patienceMillis?: number;
}

interface Known {
  readonly answer: Promise<AccountState | 'gone' | 'unknown'>;
  until: number;
}

/**
 * Says whether a token's session is still valid: a token alone is valid for an hour, whatever
 * happens to its account (N-MON-09). Auth is asked at most twice a minute for each account; calls
 * in between share the answer. It remembers the account's state, not a verdict, so that a new
 * sign-in counts at once.
 */
export function sessionCheck({ state, now, patienceMillis = PATIENCE_MILLIS }: Parts) {
  const accounts = new Map<string, Known>();

  function ask(uid: string): Known {
    const known: Known = {
      until: now() + FRESH_MILLIS,
      answer: inTime(state(uid), patienceMillis).then(
        (found) => found ?? 'gone',
        (error: unknown) => {
          log.error('Auth could not be asked about an account', { error: String(error) });
          known.until = now() + FAILED_MILLIS;
          return 'unknown';
        },
      ),
    };
    // A map keeps insertion order: the first key is the oldest.
    accounts.delete(uid);
    if (accounts.size >= MOST_ACCOUNTS) accounts.delete(accounts.keys().next().value ?? '');
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
