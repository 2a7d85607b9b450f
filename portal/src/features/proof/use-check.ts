import { CallError, readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useCallback, useEffect, useState } from 'react';
import { type CheckedDay, checkBalance, UnansweredSite, UnreadableSite } from './check-balance.ts';
import type { DayFault } from './logged-day.ts';

export type Checking =
  | { readonly state: 'checking' }
  /** No answer came; it retries by itself. */
  | { readonly state: 'unreachable' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'faulty'; readonly fault: DayFault }
  | { readonly state: 'checked'; readonly checked: CheckedDay };

function describeFailure(error: unknown): Checking {
  warnLater('The balance could not be checked.', error);
  if (error instanceof UnreadableSite) {
    const message = 'The public log or the list of coins could not be read. Try again.';
    return { state: 'failed', message };
  }
  const isUnanswered =
    error instanceof UnansweredSite ||
    (error instanceof CallError && ['unavailable', 'deadline-exceeded'].includes(error.code));
  if (isUnanswered) return { state: 'unreachable' };
  const otherwise = 'Your balance could not be looked up in the books. Try again.';
  return { state: 'failed', message: readErrorSentence(error, otherwise) };
}

const readOutcome = (found: CheckedDay | DayFault): Checking =>
  'fault' in found ? { state: 'faulty', fault: found } : { state: 'checked', checked: found };

const RETRY_UNREACHABLE_MILLIS = 5_000;

/**
 * Checks the newest closed day once the user is known, and again whenever `again` is called.
 * `isFirst` is true until the second check. `look` checks with another e-mail address, and shows
 * what was found before until then.
 */
export function useCheck(uid: string | undefined, email: string) {
  const [checking, setChecking] = useState<Checking>({ state: 'checking' });
  const [turn, setTurn] = useState(0);
  const [address, setAddress] = useState(email);
  const [isLooking, setLooking] = useState(false);
  const ask = useCallback(() => setTurn((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn checks again
  useEffect(() => {
    if (uid === undefined) return;
    let isCurrent = true;
    const show = (next: Checking) => {
      if (!isCurrent) return;
      setChecking(next);
      setLooking(false);
    };
    checkBalance(address).then(
      (found) => show(readOutcome(found)),
      (error: unknown) => show(describeFailure(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [uid, address, turn]);

  useEffect(() => {
    if (checking.state !== 'unreachable') return;
    const timer = setTimeout(ask, RETRY_UNREACHABLE_MILLIS);
    addEventListener('online', ask);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', ask);
    };
  }, [checking, ask]);

  const again = () => {
    setChecking({ state: 'checking' });
    ask();
  };
  const look = (other: string) => {
    setLooking(true);
    setAddress(other);
    ask();
  };
  return { checking, isFirst: turn === 0, again, address, isLooking, look };
}
