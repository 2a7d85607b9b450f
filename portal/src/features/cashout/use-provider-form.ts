import {
  createOnboardingLink,
  createOnboardingLinkIOS,
} from '@datchain/shared/contracts/calls/payouts.ts';
import { paymentProviderName } from '@datchain/shared/contracts/site.ts';
import { useState } from 'react';
import { call } from '../../lib/calls/callables.ts';
import { useShownAgain } from '../../lib/data/use-shown-again.ts';

/** Opening the provider's form: `failure` is what the last try said. */
export type OpeningState =
  | { readonly step: 'idle'; readonly failure?: string }
  | { readonly step: 'opening' };

/** Phones and tablets of Apple get the form in a tab of its own (R-CAL-08). */
const isIos = (): boolean => /iPad|iPhone|iPod/.test(navigator.userAgent);

/** Asks for a link to the provider's form and goes there; coming back finds it reset. */
export function useProviderForm() {
  const [state, setState] = useState<OpeningState>({ step: 'idle' });

  useShownAgain(() => setState({ step: 'idle' }));

  const open = async () => {
    if (state.step === 'opening') return;
    setState({ step: 'opening' });
    // A browser opens a tab for a press only, not for the answer that comes after it.
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
