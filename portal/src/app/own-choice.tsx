import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { keepChoice } from '@datchain/shared/ui/kept-choices.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type * as v from 'valibot';
import type { Callable } from '../lib/calls/call.ts';
import { call } from '../lib/calls/callables.ts';
import { useAsked } from '../lib/calls/use-asked.ts';
import { uidOf } from '../lib/session/session.ts';
import { useSession } from '../lib/session/use-session.ts';
import { takePress } from './came-by-press.ts';
import { LoginPrompt } from './login-prompt.tsx';
import { NoAnswer } from './no-answer.tsx';

type OwnChoiceProps<C extends Callable> = {
  callable: C;
  input: object & v.InferInput<C['input']>;
  /** Whether the public page at a path has the link that asks for this choice. */
  isSource: (path: string) => boolean;
  isOpen: (answer: v.InferOutput<C['output']>) => boolean;
  /** The name of the chosen artist or song; undefined where nothing is chosen. */
  chosenName: (answer: v.InferOutput<C['output']>) => string | undefined;
  children: (answer: v.InferOutput<C['output']>, choice: OwnChoiceState) => ReactNode;
};

interface OwnChoiceState {
  readonly choose: (isWanted: boolean) => Promise<void>;
  readonly isBusy: boolean;
  /** Whether the link that led here made the choice: the screen then offers Undo. */
  readonly isUndo: boolean;
}

/**
 * Lets users choose whether to be notified of something. Following a link from a public page makes
 * the choice: there is no second button for it.
 */
export function OwnChoice<C extends Callable>(props: OwnChoiceProps<C>) {
  const session = useSession();
  if (session.state === 'signedOut') {
    return <LoginPrompt>Log in, so that we know whom to tell.</LoginPrompt>;
  }
  const uid = uidOf(session);
  return <Choice key={`${uid} ${JSON.stringify(props.input)}`} uid={uid} {...props} />;
}

const unread = 'This could not be loaded. Trying again.';
const unsaved = 'This could not be saved. Try again.';

function Choice<C extends Callable>({
  uid,
  callable,
  input,
  isSource,
  isOpen,
  chosenName,
  children,
}: OwnChoiceProps<C> & { uid: string | undefined }) {
  const { asked, set } = useAsked(callable, uid, unread, input);
  const [isBusy, setBusy] = useState(false);
  const [isUndo, setUndo] = useState(false);
  const [sentence, setSentence] = useState('');
  const choose = async (isWanted: boolean, byPress = false) => {
    setBusy(true);
    setSentence('');
    try {
      set(await call(callable, { ...input, isWanted }));
      setUndo(byPress);
    } catch (error) {
      console.warn(unsaved, error);
      setSentence(readErrorSentence(error, unsaved));
    }
    setBusy(false);
  };
  const isReady = asked.state === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first answer follows a press
  useEffect(() => {
    if (asked.state === 'ready' && takePress(isSource) && isOpen(asked.answer))
      void choose(true, true);
  }, [isReady]);
  const name = isReady ? chosenName(asked.answer) : undefined;
  useEffect(() => {
    if (isReady) keepChoice(location.pathname, name);
  }, [isReady, name]);
  if (asked.state !== 'ready') return <NoAnswer asked={asked} />;
  return (
    <div className="stack">
      {children(asked.answer, { choose, isBusy, isUndo })}
      {sentence && <p role="alert">{sentence}</p>}
    </div>
  );
}
