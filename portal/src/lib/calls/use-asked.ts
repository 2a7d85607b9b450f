import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useCallback, useEffect, useState } from 'react';
import type * as v from 'valibot';
import { reportWaiting } from '../firebase/reach.ts';
import type { Callable } from './call.ts';
import { call } from './callables.ts';

export type Asked<Answer> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly sentence: string }
  | { readonly state: 'ready'; readonly answer: Answer };

const FIRST_RETRY_MILLIS = 2_000;
const MAX_RETRY_MILLIS = 30_000;

/**
 * Makes a call once there is a user, and again on demand. A call without an answer is retried with
 * back-off, and at once when the network returns. Until then the last answer stays, and the page
 * says that it is old (N-FIG-06). A refusal replaces it.
 *
 * @param failure the sentence for no answer: it ends in 'Trying again.'
 * @param input must not change while the component is mounted
 */
export function useAsked<C extends Callable>(
  callable: C,
  uid: string | undefined,
  failure: string,
  input: v.InferInput<C['input']> = {},
): {
  readonly asked: Asked<v.InferOutput<C['output']>>;
  readonly set: (answer: v.InferOutput<C['output']>) => void;
  readonly again: () => void;
} {
  const [asked, setAsked] = useState<Asked<v.InferOutput<C['output']>>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  const [failures, setFailures] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again; the input never changes
  useEffect(() => {
    if (uid === undefined) return;
    let isCurrent = true;
    call(callable, input).then(
      (answer) => {
        if (!isCurrent) return;
        setAsked({ state: 'ready', answer });
        setFailures(0);
      },
      (error: unknown) => {
        warnLater(failure, error);
        if (!isCurrent) return;
        const refusal = readErrorSentence(error, '');
        setAsked((before) =>
          refusal === '' && before.state === 'ready'
            ? before
            : { state: 'failed', sentence: refusal || failure },
        );
        setFailures((before) => (refusal === '' ? before + 1 : 0));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [callable, uid, failure, round]);

  useEffect(() => {
    if (failures === 0) return;
    const wait = FIRST_RETRY_MILLIS * 2 ** (failures - 1);
    const timer = setTimeout(again, Math.min(MAX_RETRY_MILLIS, wait));
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [failures, again]);

  const isOld = failures > 0 && asked.state === 'ready';
  const waits = uid !== undefined && (asked.state === 'loading' || isOld);
  useEffect(() => {
    if (!waits) return;
    const part = {};
    reportWaiting(part, true);
    return () => reportWaiting(part, false);
  }, [waits]);

  return {
    asked,
    set: useCallback((answer) => setAsked({ state: 'ready', answer }), []),
    again,
  };
}
