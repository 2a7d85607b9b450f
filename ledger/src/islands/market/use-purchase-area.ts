import { readRedirectMarker } from '@datchain/shared/ui/purchase/redirect-marker.ts';
import { loginToBuy, wantedQuantity } from '@datchain/shared/ui/purchase/wanted-purchase.ts';
import { parseSessionHint, sessionHintKey } from '@datchain/shared/ui/session-hint.ts';
import { sharedStore } from '@datchain/shared/ui/site-data.ts';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { MarketPurchaseProps } from './market-purchase.tsx';

interface PurchaseArea {
  /** Undefined until it is needed and loaded. */
  readonly Area: ComponentType<MarketPurchaseProps> | undefined;
  readonly presses: number;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly buy: () => void;
}

const isSignedIn = (): boolean => parseSessionHint(sharedStore.getItem(sessionHintKey)).signedIn;

/** Loads the purchase when BUY TOKENS is pressed, or on the way back from paying. Visitors log in first (R-SES-03). */
export function usePurchaseArea(buyAtOnce: boolean): PurchaseArea {
  const [Area, setArea] = useState<ComponentType<MarketPurchaseProps>>();
  const [presses, setPresses] = useState(0);
  const [loading, setLoading] = useState<'no' | 'yes' | 'failed'>('no');

  const load = useCallback(async () => {
    setLoading('yes');
    try {
      const { MarketPurchase } = await import('./market-purchase.tsx');
      setArea(() => MarketPurchase);
      setLoading('no');
    } catch (error) {
      console.error('The purchase cannot be loaded', error);
      setLoading('failed');
    }
  }, []);
  const buy = useCallback(() => {
    if (!isSignedIn()) {
      location.assign(loginToBuy('/home', wantedQuantity()));
      return;
    }
    setPresses((count) => count + 1);
    void load();
  }, [load]);

  useEffect(() => {
    if (buyAtOnce) buy();
    else if (readRedirectMarker()) void load();
  }, [buyAtOnce, buy, load]);
  return { Area, presses, isLoading: loading === 'yes', hasFailed: loading === 'failed', buy };
}
