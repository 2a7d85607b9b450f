import type { PayoutQuote, PayoutSetup } from '@datchain/shared/contracts/calls/payouts.ts';
import { paymentProviderName } from '@datchain/shared/contracts/site.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import { useState } from 'react';
import { Alert, Notice } from '../../app/notice.tsx';
import { backWords, type CameBack, setupAction, setupWords } from './setup-words.ts';
import { useProviderForm } from './use-provider-form.ts';

type SetupProps = {
  setup: PayoutSetup | undefined;
  quote: PayoutQuote | undefined;
  back: CameBack;
  onCheck: () => Promise<void>;
};

/** 'Complete Your Stripe Setup' (R-CSH-01): where it stands, and the way to the form. */
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
          {`${formatCents(quote.eligibleCents)} of your earnings can be paid out once setup is complete.`}
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
