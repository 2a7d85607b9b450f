import { listTokens } from '@datchain/shared/contracts/calls/tokens.ts';
import type { WalletLot } from '@datchain/shared/contracts/documents/wallets.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { useState } from 'react';
import { call } from '../../lib/calls/callables.ts';

/** The state of the list modal (R-LST-01). `failure` is the text of the last attempt. */
export type ListingState =
  | { readonly step: 'closed' }
  | { readonly step: 'open'; readonly lot: WalletLot; readonly failure?: string }
  | { readonly step: 'busy'; readonly lot: WalletLot };

export interface Listing {
  readonly state: ListingState;
  readonly open: (lot: WalletLot) => void;
  readonly close: () => void;
  readonly confirm: (qty: number, priceCents: Cents) => Promise<void>;
}

export function useListing(onListed: (qty: number, priceCents: Cents) => void): Listing {
  const [state, setState] = useState<ListingState>({ step: 'closed' });
  return {
    state,
    open: (lot) => setState({ step: 'open', lot }),
    close: () => setState({ step: 'closed' }),
    async confirm(qty, priceCents) {
      if (state.step !== 'open') return;
      const { lot } = state;
      setState({ step: 'busy', lot });
      try {
        await call(listTokens, { blockId: String(priceCents), qty });
        setState({ step: 'closed' });
        onListed(qty, priceCents);
      } catch (error) {
        setState({ step: 'open', lot, failure: readErrorSentence(error, 'Listing failed') });
      }
    },
  };
}
