import {
  cancelEditionListing,
  setEditionForSale,
} from '@datchain/shared/contracts/calls/editions.ts';
import { CallError, readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { CENTS_PER_USD } from '@datchain/shared/domain/money.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { useRef, useState } from 'react';
import { call } from '../../lib/calls/callables.ts';

export interface Sellable {
  readonly number: number;
  readonly priceCents: Cents;
}

/**
 * The steps from 'Sell DAT' to the offer (R-OWN-05). `refusal` is the server's objection to the
 * price, `askCents` the price confirmed before.
 */
export type SaleState =
  | { readonly step: 'closed' }
  | {
      readonly step: 'list';
      readonly edition: Sellable;
      readonly askCents?: Cents;
      readonly refusal?: string;
    }
  | {
      readonly step: 'confirm' | 'busy';
      readonly edition: Sellable;
      readonly askCents: Cents;
      readonly failure?: string;
    };

export interface SaleNews {
  readonly onListed: (number: number, askCents: Cents) => void;
  readonly onCancelled: (number: number) => void;
}

const listFailure = 'Failed to list DAT for sale. Please try again.';
const cancelFailure = 'The listing could not be cancelled. Try again.';

export function useSale(datId: string, { onListed, onCancelled }: SaleNews) {
  const [state, setState] = useState<SaleState>({ step: 'closed' });
  const [cancelling, setCancelling] = useState<number>();
  const [cancelError, setCancelError] = useState<string>();
  const isBusy = useRef(false);

  const alone = async (run: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await run().finally(() => {
      isBusy.current = false;
    });
  };

  const confirm = () =>
    alone(async () => {
      if (state.step !== 'confirm') return;
      const { edition, askCents } = state;
      setState({ step: 'busy', edition, askCents });
      try {
        const newPrice = askCents / CENTS_PER_USD;
        await call(setEditionForSale, { datId, editionNumber: edition.number, newPrice });
        setState({ step: 'closed' });
        onListed(edition.number, askCents);
      } catch (error) {
        console.warn('The edition was not listed.', error);
        const message = readErrorSentence(error, '');
        if (error instanceof CallError && error.code === 'invalid-argument') {
          setState({ step: 'list', edition, askCents, refusal: message });
          return;
        }
        const failure = message === listFailure ? '' : message;
        setState({ step: 'confirm', edition, askCents, ...(failure && { failure }) });
        // Not before the overlay is closed.
        setTimeout(() => alert(listFailure));
      }
    });

  const cancel = (number: number) =>
    alone(async () => {
      setCancelling(number);
      setCancelError(undefined);
      try {
        await call(cancelEditionListing, { datId, editionNumber: number });
        onCancelled(number);
      } catch (error) {
        console.warn('The listing was not cancelled.', error);
        setCancelError(readErrorSentence(error, cancelFailure));
      }
      setCancelling(undefined);
    });

  return { state, setState, confirm, cancel, cancelling, cancelError };
}

export type Sale = ReturnType<typeof useSale>;
