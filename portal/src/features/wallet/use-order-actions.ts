import { cancelOrder, getOrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { formatTokens, isOrAre } from '@datchain/shared/domain/format.ts';
import { setRedirectMarker } from '@datchain/shared/ui/purchase/redirect-marker.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/calls/callables.ts';
import { announceOrderChange } from '../../lib/data/order-channel.ts';
import { useShownAgain } from '../../lib/data/use-shown-again.ts';

export interface OrderAction {
  readonly does: 'pay' | 'cancel';
  readonly orderId: string;
}

export function useOrderActions(onNews: (text: string) => void) {
  const [action, setAction] = useState<OrderAction>();
  const navigate = useNavigate();

  useShownAgain(() => setAction(undefined));

  const run = async (next: OrderAction, work: () => Promise<void>, otherwise: string) => {
    setAction(next);
    try {
      await work();
    } catch (error) {
      console.warn('The order could not be continued.', error);
      setAction(undefined);
      onNews(readErrorSentence(error, otherwise));
    }
  };

  /** Goes to the payment page; to the order's own page when it cannot be paid now. */
  const pay = (orderId: string) =>
    run(
      { does: 'pay', orderId },
      async () => {
        const { url } = await call(getOrderStatus, { orderId });
        if (!url) return navigate(`/orders/${orderId}`);
        setRedirectMarker(orderId);
        location.assign(url);
      },
      'The order could not be read. Try again.',
    );

  const cancel = (orderId: string) =>
    run(
      { does: 'cancel', orderId },
      async () => {
        const { state, qty } = await call(cancelOrder, { orderId });
        announceOrderChange(orderId);
        setAction(undefined);
        const tokens = formatTokens(qty);
        // An order paid in the same moment is settled instead.
        if (state === 'settled')
          onNews(`The order was paid: ${tokens} ${isOrAre(qty)} in your wallet.`);
        else onNews(`The order is cancelled. ${tokens} went back on sale, nothing was charged.`);
      },
      'The order could not be cancelled. Try again.',
    );

  return { action, pay, cancel };
}
