import {
  createOrRetrieveAccount,
  getPayoutQuote,
  type PayoutQuote,
  type PayoutSetup,
} from '@datchain/shared/contracts/calls/payouts.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/calls/callables.ts';
import { useSeenAgain } from '../../lib/data/use-seen-again.ts';
import { useShownAgain } from '../../lib/data/use-shown-again.ts';

/**
 * The state of the page (R-CSH-01). `quote` is undefined while the server could not compute one.
 */
export type CashoutState =
  | { readonly step: 'loading' }
  | {
      readonly step: 'needsSetup';
      readonly setup: PayoutSetup | undefined;
      readonly quote: PayoutQuote | undefined;
    }
  | { readonly step: 'ready'; readonly quote: PayoutQuote | undefined };

const readAnswer = <T>(result: PromiseSettledResult<T>): T | undefined => {
  if (result.status === 'fulfilled') return result.value;
  warnLater('The cash-out figures could not be loaded.', result.reason);
  return undefined;
};

/** Derives the next state; a failed check leaves an open form as it was. */
function next(
  before: CashoutState,
  enabled: boolean | undefined,
  quote: PayoutQuote | undefined,
): CashoutState {
  const lastQuote = before.step === 'loading' ? undefined : before.quote;
  const shown = quote ?? lastQuote;
  if (enabled ?? before.step === 'ready') return { step: 'ready', quote: shown };
  return {
    step: 'needsSetup',
    setup: enabled === undefined ? undefined : quote?.setup,
    quote: shown,
  };
}

/**
 * Checks whether the user can be paid, and how much. It asks on load, whenever the page is seen
 * again (from the provider's form or the back button), when the network returns, and on `refresh`.
 */
export function useCashout(email: string) {
  const [state, setState] = useState<CashoutState>({ step: 'loading' });
  const asked = useRef(0);

  const refresh = useCallback(async () => {
    asked.current += 1;
    const mine = asked.current;
    const [account, quote] = await Promise.allSettled([
      call(createOrRetrieveAccount, { email }),
      call(getPayoutQuote, {}),
    ]);
    if (mine !== asked.current) return;
    const enabled = readAnswer(account)?.payouts_enabled;
    setState((before) => next(before, enabled, readAnswer(quote)));
  }, [email]);

  useEffect(() => {
    void refresh();
    return () => {
      asked.current += 1;
    };
  }, [refresh]);
  useSeenAgain(() => void refresh());
  useShownAgain(() => void refresh());

  return { state, refresh };
}
