import type { OrderStatus } from '@datchain/shared/contracts/calls.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { PrintReceipt } from '../../app/receipt-sheet.tsx';
import { SiteLink } from '../../app/site-link.tsx';

type OrderActionsProps = {
  order: OrderStatus;
  /** The order may be paid or cancelled here; not while a payment is being confirmed. */
  payable: boolean;
  onCancel: () => Promise<void>;
};

/** What can be done next about an order. */
export function OrderActions({ order, payable, onCancel }: OrderActionsProps) {
  switch (order.state) {
    case 'reserved':
      return payable ? <Payable order={order} onCancel={onCancel} /> : null;
    case 'settled':
      return (
        <div className="actions">
          <SiteLink className={buttonClass()} href="/wallet">
            Go to wallet
          </SiteLink>
          <PrintReceipt />
          <SiteLink
            className={buttonClass({ variant: 'secondary' })}
            href={`/tdc/block/${order.blockId}`}
          >
            {`Back to Link ${order.blockId}`}
          </SiteLink>
        </div>
      );
    case 'released':
    case 'refunded':
      return (
        <SiteLink className={buttonClass()} href={`/tdc/block/${order.blockId}`}>
          {`Back to Link ${order.blockId}`}
        </SiteLink>
      );
    case 'review':
      return null;
  }
}

type CancelState = { step: 'idle' } | { step: 'busy' } | { step: 'failed'; message: string };

function Payable({ order, onCancel }: Omit<OrderActionsProps, 'payable'>) {
  const [state, setState] = useState<CancelState>({ step: 'idle' });
  const cancel = async () => {
    setState({ step: 'busy' });
    try {
      await onCancel();
      setState({ step: 'idle' });
    } catch (error) {
      const message = sentenceOf(error, 'The order was not cancelled.');
      setState({ step: 'failed', message });
    }
  };

  return (
    <div className="order-actions">
      {!order.url && (
        <p className="notice">Stripe is not responding. The Pay button will appear when it does.</p>
      )}
      <div role="alert">
        {state.step === 'failed' && <p className="notice notice-alert">{state.message}</p>}
      </div>
      <div className="actions">
        {order.url && (
          <a className={buttonClass()} href={order.url}>
            Pay with Stripe
          </a>
        )}
        <Button variant="secondary" disabled={state.step === 'busy'} onClick={() => void cancel()}>
          {state.step === 'busy' ? 'Cancelling…' : 'Cancel order'}
        </Button>
      </div>
    </div>
  );
}
