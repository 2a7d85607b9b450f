import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { BlockOffer, PurchaseVariant } from '../../../domain/purchase.ts';
import { Button } from '../../button.tsx';
import { PurchaseDialog } from '../purchase-dialog.tsx';
import { type PaymentRequest, usePurchase } from '../use-purchase.ts';

type PaymentAnswer = { url?: string; orderId?: string };

export type PurchaseControls = {
  requests: PaymentRequest[];
  visited: string[];
  answer: (value: PaymentAnswer) => void;
  refuse: (message: string) => void;
  setAvailable: (available: number) => void;
};

declare global {
  interface Window {
    purchase: PurchaseControls;
  }
}

function Harness() {
  const query = new URLSearchParams(location.search);
  const variant = (query.get('variant') ?? 'block') as PurchaseVariant;
  const [offer, setOffer] = useState<BlockOffer>({
    priceCents: Number(query.get('price') ?? 36),
    available: Number(query.get('available') ?? 41_200),
  });
  const purchase = usePurchase({
    call: (request) => {
      window.purchase.requests.push(request);
      return new Promise<PaymentAnswer>((resolve, reject) => {
        window.purchase.answer = resolve;
        window.purchase.refuse = (message) => reject(new Error(message));
      });
    },
    navigate: (url) => window.purchase.visited.push(url),
  });
  window.purchase.setAvailable = (available) => setOffer({ ...offer, available });

  return (
    <main className="page">
      <h1>Link 36</h1>
      <Button onClick={() => purchase.open()}>BUY TOKENS</Button>
      <p>Unfinished: {purchase.unfinishedOrderId ?? 'none'}</p>
      <PurchaseDialog purchase={purchase} variant={variant} blockId="36" offer={offer} />
    </main>
  );
}

window.purchase = {
  requests: [],
  visited: [],
  answer: () => {},
  refuse: () => {},
  setAvailable: () => {},
};

const root = document.getElementById('root');
if (root) createRoot(root).render(<Harness />);
