import { processPayout } from '@datchain/shared/contracts/calls.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { usdOfCents } from '@datchain/shared/domain/money.ts';
import type { PayoutSource } from '@datchain/shared/domain/payout.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { useRef, useState } from 'react';
import { call } from '../../lib/calls/callables.ts';

/** What is said of every payout that failed (R-CSH-07). */
const failureSentence = 'Failed to process payout. Please try again.';

/** `refused` is what the server said beyond that sentence, and of which source it did. */
export type PayoutState =
  | {
      readonly step: 'idle';
      readonly refused?: { readonly source: PayoutSource; readonly reason: string };
    }
  | { readonly step: 'busy' };

/**
 * Makes a payout and says how it went, with an alert (R-CSH-07).
 *
 * @param onEnd called before the alert, with what was sent, or nothing when the payout was not made
 */
export function usePayout(onEnd: (sentCents?: Cents) => void) {
  const [state, setState] = useState<PayoutState>({ step: 'idle' });
  const isBusy = useRef(false);

  const pay = async (cents: Cents, source: PayoutSource) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setState({ step: 'busy' });
    try {
      const { transferId } = await call(processPayout, {
        payoutAmount: usdOfCents(cents),
        source,
      });
      setState({ step: 'idle' });
      onEnd(cents);
      alert(`Payout successful! Transfer ID: ${transferId || 'N/A'}`);
    } catch (error) {
      console.warn('The payout was not made.', error);
      const reason = sentenceOf(error, failureSentence);
      setState({
        step: 'idle',
        ...(reason !== failureSentence && { refused: { source, reason } }),
      });
      onEnd();
      alert(failureSentence);
    } finally {
      isBusy.current = false;
    }
  };
  return { state, pay };
}
