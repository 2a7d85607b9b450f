import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { useCallback, useEffect, useState } from 'react';
import type * as v from 'valibot';
import type { Callable } from './call.ts';
import { call } from './callables.ts';

/** What a call answered, or is about to. */
export type Asked<Answer> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly sentence: string }
  | { readonly state: 'ready'; readonly answer: Answer };

/**
 * What a call answers: asked once there is a user, and again on demand; until a new answer is there,
 * the last one stays.
 *
 * @param failure what people read when there is no answer
 * @param input stays the same for as long as the component is there
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again; the input never changes
  useEffect(() => {
    if (uid === undefined) return;
    let isCurrent = true;
    call(callable, input).then(
      (answer) => isCurrent && setAsked({ state: 'ready', answer }),
      (error: unknown) => {
        // By then a page that was left is gone: what browsers end then is no failure.
        setTimeout(console.warn, 1_000, failure, error);
        if (isCurrent) setAsked({ state: 'failed', sentence: sentenceOf(error, failure) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [callable, uid, failure, round]);
  return {
    asked,
    set: useCallback((answer) => setAsked({ state: 'ready', answer }), []),
    again: useCallback(() => setRound((before) => before + 1), []),
  };
}
