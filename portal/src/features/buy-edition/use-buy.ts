import { purchaseEdition } from '@datchain/shared/contracts/calls.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { useState } from 'react';
import { call } from '../../lib/callables.ts';

/** Where a purchase is. `failure` is what the last try said, and at which price it was made. */
export type BuyState =
  | { readonly step: 'open'; readonly failure?: { message: string; triedCents: Cents } }
  | { readonly step: 'busy' }
  | { readonly step: 'bought'; readonly tokens: number; readonly entryId: string };

/** Buys an edition at the price that is on the screen (SPEC §7, purchaseEdition). */
export function useBuy(datId: string, editionNumber: number) {
  const [state, setState] = useState<BuyState>({ step: 'open' });
  const buy = async (priceCents: Cents) => {
    if (state.step !== 'open') return;
    setState({ step: 'busy' });
    try {
      const expectedPrice = priceCents / 100;
      const input = { datId, editionNumber, expectedPrice };
      const { spent, entryId } = await call(purchaseEdition, input);
      setState({ step: 'bought', tokens: spent, entryId });
    } catch (error) {
      console.warn('The edition could not be bought.', error);
      const failure = { message: sentenceOf(error, 'Purchase failed'), triedCents: priceCents };
      setState({ step: 'open', failure });
    }
  };
  return { state, buy };
}
