import { processPayout } from '@datchain/shared/contracts/calls/payouts.ts';
import {
  CallError,
  type CallErrorCode,
  readErrorSentence,
} from '@datchain/shared/domain/call-wire.ts';
import { usdOfCents } from '@datchain/shared/domain/money.ts';
import type { PayoutSource } from '@datchain/shared/domain/payout.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { useRef, useState } from 'react';
import { call } from '../../lib/calls/callables.ts';

/** The alert for every failed payout (R-CSH-07). */
const failureSentence = 'Failed to process payout. Please try again.';

export type PayoutState =
  | {
      readonly step: 'idle';
      readonly refused?: { readonly source: PayoutSource; readonly reason: string };
    }
  | { readonly step: 'busy' };

/** Error codes after which the payout may have been made. */
const openCodes: readonly CallErrorCode[] = [
  'cancelled',
  'deadline-exceeded',
  'internal',
  'unavailable',
  'unknown',
];

/** Tells whether the server has confirmed that it made no payout. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && !openCodes.includes(error.code);

interface Open {
  readonly cents: Cents;
  readonly source: PayoutSource;
  readonly key: string;
}

/**
 * Makes a payout and alerts the result (R-CSH-07).
 *
 * @param onEnd called before the alert, with the amount sent, or nothing when no payout was made
 */
export function usePayout(onEnd: (sentCents?: Cents) => void) {
  const [state, setState] = useState<PayoutState>({ step: 'idle' });
  const isBusy = useRef(false);
  const open = useRef<Open | undefined>(undefined);

  const pay = async (cents: Cents, source: PayoutSource) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setState({ step: 'busy' });
    // A retry reuses the key, and so is the same payout: the first answer may have been lost.
    const isAgain = open.current?.cents === cents && open.current.source === source;
    const asked = (isAgain && open.current) || { cents, source, key: crypto.randomUUID() };
    open.current = asked;
    try {
      const { transferId } = await call(processPayout, {
        payoutAmount: usdOfCents(cents),
        source,
        key: asked.key,
      });
      open.current = undefined;
      setState({ step: 'idle' });
      onEnd(cents);
      alert(`Payout successful! Transfer ID: ${transferId || 'N/A'}`);
    } catch (error) {
      console.warn('The payout was not made.', error);
      const reason = readErrorSentence(error, failureSentence);
      if (isRefusal(error)) open.current = undefined;
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
