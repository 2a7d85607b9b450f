import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { readErrorSentence } from '../../domain/call-wire.ts';
import type { PurchaseVariant } from '../../domain/purchase.ts';
import { paymentProviderName } from '../../domain/site.ts';
import { clearRedirectMarker, readRedirectMarker, setRedirectMarker } from './redirect-marker.ts';

export interface PaymentRequest {
  readonly blockId: string;
  readonly qty: number;
  readonly variant: PurchaseVariant;
  /** The edition that the tokens are for; expectedPrice in US dollars. */
  readonly edition?: {
    readonly datId: string;
    readonly editionNumber: number;
    readonly expectedPrice: number;
  };
}

/**
 * Reserves the tokens and returns the payment link.
 *
 * @throws Error with the message to show
 */
export type CreatePayment = (
  request: PaymentRequest,
) => Promise<{ url?: string | undefined; orderId?: string | undefined }>;

/**
 * The state of the buy modal (R-HOM-05). `quantity` is its initial quantity instead of the minimum, `failure`
 * the message of the last attempt.
 */
export type PurchaseState =
  | { readonly step: 'closed' }
  | { readonly step: 'open'; readonly quantity?: string; readonly failure?: string }
  | { readonly step: 'busy' };

export interface Purchase {
  readonly state: PurchaseState;
  readonly unfinishedOrderId: string | undefined;
  readonly open: (quantity?: string) => void;
  readonly typed: RefObject<string>;
  readonly close: () => void;
  readonly confirm: (request: PaymentRequest) => Promise<void>;
}

interface PurchaseWiring {
  readonly call: CreatePayment;
  readonly navigate: (url: string) => void;
}

/**
 * The state machine of the buy modal on both purchase screens (R-BLK-07 to R-BLK-14): closed, open, busy,
 * then the payment link. It resets when the page is restored, when a busy tab becomes visible, and when a
 * redirect marker exists; a modal in use stays. An answer after a reset does not navigate, but its order is
 * offered as unfinished.
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
      // A user who left the screen is not sent to the payment page.
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
        setState({ step: 'open', failure: readErrorSentence(error, 'Purchase failed') });
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
