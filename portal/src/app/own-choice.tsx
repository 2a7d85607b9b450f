import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { type ReactNode, useState } from 'react';
import type * as v from 'valibot';
import type { Callable } from '../lib/calls/call.ts';
import { call } from '../lib/calls/callables.ts';
import { useAsked } from '../lib/calls/use-asked.ts';
import { uidOf } from '../lib/session/session.ts';
import { useSession } from '../lib/session/use-session.ts';
import { LoginPrompt } from './login-prompt.tsx';
import { NoAnswer } from './no-answer.tsx';

type OwnChoiceProps<C extends Callable> = {
  /** Says how it is, and with `isWanted` how it shall be. */
  callable: C;
  /** What the choice is about. */
  input: object & v.InferInput<C['input']>;
  children: (
    answer: v.InferOutput<C['output']>,
    choose: (isWanted: boolean) => Promise<void>,
    isBusy: boolean,
  ) => ReactNode;
};

/** Something to be told of or not, which users choose for themselves. */
export function OwnChoice<C extends Callable>(props: OwnChoiceProps<C>) {
  const session = useSession();
  if (session.state === 'signedOut') {
    return <LoginPrompt>Log in, so that we know whom to tell.</LoginPrompt>;
  }
  const uid = uidOf(session);
  return <Choice key={`${uid} ${JSON.stringify(props.input)}`} uid={uid} {...props} />;
}

const unread = 'This cannot be looked up right now. Reload the page.';
const unsaved = 'This could not be saved. Try again.';

function Choice<C extends Callable>({
  uid,
  callable,
  input,
  children,
}: OwnChoiceProps<C> & { uid: string | undefined }) {
  const { asked, set } = useAsked(callable, uid, unread, input);
  const [isBusy, setBusy] = useState(false);
  const [sentence, setSentence] = useState('');
  if (asked.state !== 'ready') return <NoAnswer asked={asked} />;
  const choose = async (isWanted: boolean) => {
    setBusy(true);
    setSentence('');
    try {
      set(await call(callable, { ...input, isWanted }));
    } catch (error) {
      console.warn(unsaved, error);
      setSentence(sentenceOf(error, unsaved));
    }
    setBusy(false);
  };
  return (
    <div className="stack">
      {children(asked.answer, choose, isBusy)}
      {sentence && <p role="alert">{sentence}</p>}
    </div>
  );
}
