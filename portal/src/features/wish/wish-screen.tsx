import { tellWhenForSale, type WishState } from '@datchain/shared/contracts/wish-call.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import { call } from '../../lib/calls/callables.ts';
import { uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';

const title = 'Tell me when one is for sale';

/** `/tell/{datId}`: asks to be told, once, when an edition of a DAT is for sale (N-PPL-13). */
export default function WishScreen() {
  const { datId = '' } = useParams();
  const session = useSession();
  const uid = uidOf(session);
  const back = (
    <a className="back small" href={`/viewdat/${encodeURIComponent(datId)}`}>
      Back to the work
    </a>
  );
  return (
    <Screen title={title} back={back}>
      {session.state === 'signedOut' ? (
        <LoginPrompt>Log in, so that we know whom to tell.</LoginPrompt>
      ) : (
        <Wish key={`${uid ?? ''} ${datId}`} uid={uid} datId={datId} />
      )}
    </Screen>
  );
}

type State =
  | { readonly step: 'loading' }
  | { readonly step: 'failed'; readonly sentence: string }
  | { readonly step: 'known'; readonly wish: WishState; readonly sentence?: string };

const unsaved = 'This could not be saved. Try again.';

function Wish({ uid, datId }: { uid: string | undefined; datId: string }) {
  const [state, setState] = useState<State>({ step: 'loading' });
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (uid === undefined) return;
    let isCurrent = true;
    call(tellWhenForSale, { datId }).then(
      (wish) => isCurrent && setState({ step: 'known', wish }),
      (error: unknown) => {
        console.warn('The wish cannot be read', error);
        const sentence = sentenceOf(error, 'This cannot be looked up right now. Reload the page.');
        if (isCurrent) setState({ step: 'failed', sentence });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [uid, datId]);

  if (state.step === 'loading') return <p role="status">Loading…</p>;
  if (state.step === 'failed') {
    return (
      <p className="notice" role="status">
        {state.sentence}
      </p>
    );
  }
  const { wish, sentence } = state;
  const choose = async (isWanted: boolean) => {
    setBusy(true);
    try {
      setState({ step: 'known', wish: await call(tellWhenForSale, { datId, isWanted }) });
    } catch (error) {
      console.warn('The wish was not saved', error);
      setState({ step: 'known', wish, sentence: sentenceOf(error, unsaved) });
    }
    setBusy(false);
  };

  return (
    <div className="stack">
      <p role="status">{textOf(wish)}</p>
      <div className="actions">
        {wish.isForSale && !wish.isWanted ? (
          <a className={buttonClass()} href={`/viewdat/${encodeURIComponent(datId)}`}>
            See its page
          </a>
        ) : (
          <Button
            variant={wish.isWanted ? 'secondary' : 'primary'}
            disabled={isBusy}
            onClick={() => choose(!wish.isWanted)}
          >
            {wish.isWanted ? 'Do not tell me' : 'Tell me'}
          </Button>
        )}
      </div>
      {sentence && <p role="alert">{sentence}</p>}
    </div>
  );
}

function textOf({ isWanted, isForSale, song }: WishState): string {
  if (isWanted)
    return `We will tell you once when an edition of ${song} is for sale: at the bell and by e-mail.`;
  if (isForSale) return `An edition of ${song} is for sale now.`;
  return `No edition of ${song} is for sale. We can tell you when that changes, at the bell and by e-mail.`;
}
