import {
  createOnboardingLink,
  createOnboardingLinkIOS,
  type PayoutQuote,
  type PayoutSetup,
} from '@datchain/shared/contracts/calls/payouts.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { paymentProviderName } from '@datchain/shared/domain/site.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import { useState } from 'react';
import { Alert, Notice } from '../../app/notice.tsx';
import { call } from '../../lib/calls/callables.ts';
import { useShownAgain } from '../../lib/data/use-shown-again.ts';
import { backWords, type CameBack, setupAction, setupWords } from './setup-words.ts';

type SetupProps = {
  setup: PayoutSetup | undefined;
  quote: PayoutQuote | undefined;
  back: CameBack;
  onCheck: () => Promise<void>;
};

/**
 * 'Complete Your Stripe Setup' (R-CSH-01): the state of the setup, and a link to the provider's
 * form.
 */
export function Setup({ setup, quote, back, onCheck }: SetupProps) {
  const { state, open } = useProviderForm();
  const [checking, setChecking] = useState(false);
  const { text, isMain } = setupAction(setup);
  const opening = state.step === 'opening';
  const check = async () => {
    setChecking(true);
    await onCheck();
    setChecking(false);
  };
  return (
    <section className="stack cashout-setup">
      {back.how && <Notice>{backWords(back)}</Notice>}
      <h2 className="h2">{`Complete Your ${paymentProviderName} Setup`}</h2>
      <p className="measure" aria-live="polite">
        {setupWords(setup, back)}
      </p>
      {quote && quote.eligibleCents > 0 && (
        <p className="measure">
          {`${formatCents(quote.eligibleCents)} of your earnings can be paid out once ${setup === 'rejected' ? `${paymentProviderName} accepts you` : 'setup is complete'}.`}
        </p>
      )}
      {state.step === 'idle' && state.failure && <Alert>{state.failure}</Alert>}
      <div className="actions">
        <Button variant={isMain ? 'primary' : 'secondary'} disabled={opening} onClick={open}>
          {text}
        </Button>
        <Button variant={isMain ? 'secondary' : 'primary'} disabled={checking} onClick={check}>
          {checking ? 'Checking…' : 'Check again'}
        </Button>
      </div>
      <Overlay open={opening} text={`Opening ${paymentProviderName}…`} />
    </section>
  );
}

type OpeningState =
  | { readonly step: 'idle'; readonly failure?: string }
  | { readonly step: 'opening' };

/** Tells whether the form needs a tab of its own: iPhones and iPads do (R-CAL-08). */
const isIos = (): boolean => /iPad|iPhone|iPod/.test(navigator.userAgent);

function useProviderForm() {
  const [state, setState] = useState<OpeningState>({ step: 'idle' });

  useShownAgain(() => setState({ step: 'idle' }));

  const open = async () => {
    if (state.step === 'opening') return;
    setState({ step: 'opening' });
    // Browsers open a tab only during the press, not when the answer arrives later.
    const tab = isIos() ? window.open('', '_blank') : null;
    try {
      const { url } = await call(tab ? createOnboardingLinkIOS : createOnboardingLink, {});
      if (!tab) {
        location.assign(url);
        return;
      }
      tab.opener = null;
      tab.location.replace(url);
      setState({ step: 'idle' });
    } catch (error) {
      tab?.close();
      console.warn('The setup could not be opened.', error);
      setState({ step: 'idle', failure: `Unable to open ${paymentProviderName} – try again.` });
    }
  };
  return { state, open };
}
