import { sendConfirmation } from '@datchain/shared/contracts/calls/login-mail.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { confirmEmailText } from '@datchain/shared/domain/confirmed-email.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useEffect, useState } from 'react';
import { call } from '../lib/calls/callables.ts';
import { lookForConfirmation } from '../lib/session/session.ts';
import { useSession } from '../lib/session/use-session.ts';

type MailState =
  | { readonly step: 'idle'; readonly failure?: string }
  | { readonly step: 'sending' | 'sent' | 'looking' | 'notYet' };

/** Tells whether the user's e-mail address is confirmed; the server checks again at every call. */
export function useEmailConfirmed(): boolean {
  const session = useSession();
  return session.state !== 'signedIn' || session.isConfirmed;
}

const failed = 'That did not work. Try again in a few minutes.';

/**
 * Asks for a confirmed e-mail address (N-MON-12): sends the mail, and disappears once its link was
 * opened.
 */
export function ConfirmEmail() {
  const session = useSession();
  if (session.state !== 'signedIn' || session.isConfirmed) return null;
  return <Ask email={session.email} />;
}

function Ask({ email }: { email: string }) {
  const [state, setState] = useState<MailState>({ step: 'idle' });
  useLookWhenSeenAgain();
  const busy = state.step === 'sending' || state.step === 'looking';
  const wasSent = state.step === 'sent' || state.step === 'looking' || state.step === 'notYet';

  const act = async (step: 'sending' | 'looking', run: () => Promise<void>, next: MailState) => {
    setState({ step });
    try {
      await run();
      setState(next);
    } catch (error) {
      console.warn('The address could not be confirmed.', error);
      setState({ step: 'idle', failure: readErrorSentence(error, failed) });
    }
  };
  const send = () =>
    act(
      'sending',
      async () => {
        const backTo = location.pathname + location.search;
        const { isConfirmed } = await call(sendConfirmation, { backTo });
        if (isConfirmed) await lookForConfirmation();
      },
      { step: 'sent' },
    );
  const look = () => act('looking', lookForConfirmation, { step: 'notYet' });

  return (
    <div className="notice confirm-email">
      <p>
        <strong>{confirmEmailText}</strong>
      </p>
      <p className="small" role="status">
        {formatState(state, email)}
      </p>
      <div className="actions">
        {wasSent && (
          <Button small disabled={busy} onClick={look}>
            {state.step === 'looking' ? 'Looking…' : 'I opened the link'}
          </Button>
        )}
        <Button small variant={wasSent ? 'secondary' : 'primary'} disabled={busy} onClick={send}>
          {state.step === 'sending' ? 'Sending…' : wasSent ? 'Send again' : 'Send e-mail'}
        </Button>
      </div>
    </div>
  );
}

function formatState(state: MailState, email: string): string {
  if (state.step === 'idle' && state.failure) return state.failure;
  if (state.step === 'notYet') return `The link we sent to ${email} has not been opened yet.`;
  if (state.step === 'sent' || state.step === 'looking') {
    return `We sent an e-mail to ${email}. Open the link in it and come back here. Check your spam folder too.`;
  }
  return `We will send a link to ${email}. Open it once before you sell, release or cash out.`;
}

/** Checks again when the page is seen again: the link usually opens in another tab. */
function useLookWhenSeenAgain(): void {
  useEffect(() => {
    const seenAgain = () => {
      if (document.visibilityState !== 'visible') return;
      lookForConfirmation().catch((error: unknown) =>
        console.warn('Could not check whether the address is confirmed.', error),
      );
    };
    document.addEventListener('visibilitychange', seenAgain);
    addEventListener('focus', seenAgain);
    return () => {
      document.removeEventListener('visibilitychange', seenAgain);
      removeEventListener('focus', seenAgain);
    };
  }, []);
}
