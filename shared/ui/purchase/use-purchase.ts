import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../domain/call-wire.ts';
import type { PurchaseVariant } from '../../domain/purchase.ts';
import { paymentProviderName } from '../../domain/site.ts';
import { clearRedirectMarker, readRedirectMarker, setRedirectMarker } from './redirect-marker.ts';

/** What Confirm asks the server for. */
export interface PaymentRequest {
  readonly blockId: string;
  readonly qty: number;
  readonly variant: PurchaseVariant;
  /** What the tokens are for; expectedPrice in US dollars. */
  readonly edition?: {
    readonly datId: string;
    readonly editionNumber: number;
    readonly expectedPrice: number;
  };
}

/**
 * Reserves the tokens and answers with the payment link; throws an error with the message to show.
 */
export type CreatePayment = (
  request: PaymentRequest,
) => Promise<{ url?: string | undefined; orderId?: string | undefined }>;

/**
 * Where the buy modal is (R-HOM-05). `quantity` is what it starts with instead of the minimum,
 * `failure` the message of the last attempt.
 */
export type PurchaseState =
  | { readonly step: 'closed' }
  | { readonly step: 'open'; readonly quantity?: string; readonly failure?: string }
  | { readonly step: 'busy' };

export interface Purchase {
  readonly state: PurchaseState;
  /** An order this tab went to pay and came back from without knowing the outcome. */
  readonly unfinishedOrderId: string | undefined;
  readonly open: (quantity?: string) => void;
  /** The quantity in the open modal, as typed. */
  readonly typed: RefObject<string>;
  readonly close: () => void;
  readonly confirm: (request: PaymentRequest) => Promise<void>;
}

interface PurchaseWiring {
  readonly call: CreatePayment;
  /** Sends the browser to an address outside the page. */
  readonly navigate: (url: string) => void;
}

/**
 * The buy modal of both purchase screens (R-BLK-07 to R-BLK-14): closed, open, busy, then the
 * browser goes to the payment link. It resets when the page is shown again, when the tab becomes
 * visible again while it is busy, and when a redirect marker exists: a modal in which someone types
 * stays. An answer that arrives after a reset no longer moves the browser, but its order is offered
 * as unfinished.
 */
export function usePurchase({ call, navigate }: PurchaseWiring): Purchase {
  const [state, setState] = useState<PurchaseState>({ step: 'closed' });
  const [unfinishedOrderId, setUnfinishedOrderId] = useState<string>();
  const attempt = useRef(0);
  const typed = useRef('');
  const isBusy = useRef(false);
  isBusy.current = state.step === 'busy';

  const reset = useCallback(() => {
    attempt.current += 1;
    setState({ step: 'closed' });
    const marker = readRedirectMarker();
    clearRedirectMarker();
    if (marker?.orderId) setUnfinishedOrderId(marker.orderId);
  }, []);

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted || readRedirectMarker()) reset();
    };
    const onVisibility = () => {
      if (document.visibilityState !== 'visible') return;
      if (isBusy.current || readRedirectMarker()) reset();
    };
    if (readRedirectMarker()) reset();
    addEventListener('pageshow', onPageShow);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      // A user who has left the screen is not sent to pay.
      attempt.current += 1;
      removeEventListener('pageshow', onPageShow);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [reset]);

  const confirm = async (request: PaymentRequest) => {
    attempt.current += 1;
    const mine = attempt.current;
    setState({ step: 'busy' });
    setUnfinishedOrderId(undefined);
    try {
      const { url, orderId } = await call(request);
      if (mine !== attempt.current) {
        setUnfinishedOrderId(orderId);
        return;
      }
      if (!url) throw new Error(`${paymentProviderName} link not returned`);
      setRedirectMarker(orderId);
      navigate(url);
    } catch (error) {
      if (mine === attempt.current)
        setState({ step: 'open', failure: sentenceOf(error, 'Purchase failed') });
    }
  };

  return {
    state,
    unfinishedOrderId,
    open: (quantity) => setState(quantity ? { step: 'open', quantity } : { step: 'open' }),
    typed,
    close: () => setState({ step: 'closed' }),
    confirm,
  };
}
