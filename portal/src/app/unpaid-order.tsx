import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { type ReactNode, useState } from 'react';

type UnpaidOrderProps = {
  order: OrderStatus;
  pay: string;
  also?: ReactNode;
  cancelVariant: 'secondary' | 'plain';
  onCancel: () => Promise<void>;
};

export function UnpaidOrder({ order, pay, also, cancelVariant, onCancel }: UnpaidOrderProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const cancel = async () => {
    setBusy(true);
    setFailure('');
    try {
      await onCancel();
    } catch (error) {
      setFailure(readErrorSentence(error, 'The order was not cancelled.'));
    }
    setBusy(false);
  };
  return (
    <>
      {!order.url && (
        <p className="notice">Stripe is not responding. The Pay button will appear when it does.</p>
      )}
      <div role="alert">{failure && <p className="notice notice-alert">{failure}</p>}</div>
      <div className="actions">
        {order.url && (
          <a className={buttonClass()} href={order.url}>
            {pay}
          </a>
        )}
        {also}
        <Button variant={cancelVariant} disabled={isBusy} onClick={() => void cancel()}>
          {isBusy ? 'Cancelling…' : 'Cancel order'}
        </Button>
      </div>
    </>
  );
}
