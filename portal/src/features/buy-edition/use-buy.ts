import { type EditionQuote, purchaseEdition } from '@datchain/shared/contracts/calls/editions.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { usdOfCents } from '@datchain/shared/domain/money.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { usePurchase } from '@datchain/shared/ui/purchase/use-purchase.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, createPayment } from '../../lib/calls/callables.ts';
import { cardFailure, tokensFailure } from './sheet-words.ts';

export interface Failure {
  readonly message: string;
  readonly triedCents: Cents;
}

export interface BoughtWithTokens {
  readonly tokens: number;
  readonly priceCents: Cents;
  readonly entryId: string;
}

type State =
  | { readonly step: 'open'; readonly failure?: Failure }
  | { readonly step: 'busy' }
  | { readonly step: 'bought'; readonly bought: BoughtWithTokens };

const leaveFor = (url: string) => location.assign(url);

/**
 * Buys an edition from the wallet (R-VIEW-12), or leaves for the card payment of the rest, after
 * which the server buys it (N-BUY-06).
 *
 * @param onFailure refreshes the quote, whose change may be the reason
 */
export function useBuy(datId: string, editionNumber: number, onFailure: () => void) {
  const [state, setState] = useState<State>({ step: 'open' });
  const [tried, setTried] = useState({ cents: 0, isOnline: true });
  const isBusy = useRef(false);
  const payment = usePurchase({ call: createPayment, navigate: leaveFor });

  const spend = async (priceCents: Cents) => {
    setState({ step: 'busy' });
    const isOnline = navigator.onLine;
    try {
      const expectedPrice = usdOfCents(priceCents);
      const input = { datId, editionNumber, expectedPrice };
      const { spent, entryId } = await call(purchaseEdition, input);
      setState({ step: 'bought', bought: { tokens: spent, priceCents, entryId } });
    } catch (error) {
      console.warn('The edition could not be bought.', error);
      const message = tokensFailure(readErrorSentence(error, 'Purchase failed'), isOnline);
      setState({ step: 'open', failure: { message, triedCents: priceCents } });
    }
  };

  const pay = async ({ priceCents }: EditionQuote, card: NonNullable<EditionQuote['card']>) => {
    setTried({ cents: priceCents, isOnline: navigator.onLine });
    const edition = { datId, editionNumber, expectedPrice: usdOfCents(priceCents) };
    await payment.confirm({ blockId: card.blockId, qty: card.qty, variant: 'block', edition });
  };

  const buy = async (quote: EditionQuote) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await (quote.card ? pay(quote, quote.card) : spend(quote.priceCents));
    isBusy.current = false;
  };

  const refused = payment.state.step === 'open' ? payment.state.failure : undefined;
  const hasFailed = refused !== undefined || (state.step === 'open' && state.failure !== undefined);
  const refreshQuote = useEffectEvent(onFailure);
  useEffect(() => {
    if (hasFailed) refreshQuote();
  }, [hasFailed]);

  const cardFailed = refused && {
    message: cardFailure(refused, tried.isOnline),
    triedCents: tried.cents,
  };
  const failure = cardFailed ?? (state.step === 'open' ? state.failure : undefined);
  return {
    buy,
    failure,
    busy: payment.state.step === 'busy' ? 'card' : state.step === 'busy' ? 'tokens' : undefined,
    bought: state.step === 'bought' ? state.bought : undefined,
    unfinishedOrderId: payment.unfinishedOrderId,
  } as const;
}
