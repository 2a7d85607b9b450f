import type { OrderStatus } from '@datchain/shared/contracts/calls.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { clearRedirectMarker } from '@datchain/shared/ui/purchase/redirect-marker.ts';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { ReceiptSheet } from '../../app/receipt-sheet.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useSession } from '../../lib/use-session.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts } from './order-facts.tsx';
import { orderReceipt } from './order-receipt.ts';
import { OrderSkeleton } from './order-skeleton.tsx';
import { orderWords } from './order-words.ts';
import { SLOW_AFTER_ASKS } from './polling.ts';
import { useOrder } from './use-order.ts';

/** `/orders/{id}`: one order of the signed-in user, from waiting for payment to its receipt. */
export default function OrderScreen() {
  const session = useSession();
  const { orderId = '' } = useParams();
  useEffect(clearRedirectMarker, []);

  if (session.state === 'loading') return <OrderOnItsWay />;
  if (session.state === 'signedOut') {
    return (
      <Screen title="Order">
        <LoginPrompt>Log in with the account that made this order to see it.</LoginPrompt>
      </Screen>
    );
  }
  const { uid, email } = session;
  return <FollowedOrder key={`${uid} ${orderId}`} orderId={orderId} buyer={email} />;
}

const OrderOnItsWay = () => (
  <Screen title="Order">
    <OrderSkeleton />
  </Screen>
);

type FollowedOrderProps = { orderId: string; buyer: string };

function FollowedOrder({ orderId, buyer }: FollowedOrderProps) {
  const [query] = useSearchParams();
  const cameFromCheckout = query.get('from') === 'checkout';
  const { view, cancel } = useOrder(orderId, cameFromCheckout);

  switch (view.state) {
    case 'loading':
      return <OrderOnItsWay />;
    case 'notFound':
      return (
        <Screen title="Order not found">
          <div className="stack">
            <p>No order of yours has this address.</p>
            <SiteLink className={buttonClass({ variant: 'secondary' })} href="/wallet">
              Go to wallet
            </SiteLink>
          </div>
        </Screen>
      );
    case 'unreachable':
      return (
        <Screen title="Order">
          <p role="status">The order could not be loaded. Trying again.</p>
        </Screen>
      );
    case 'known':
      return (
        <KnownOrder
          orderId={orderId}
          buyer={buyer}
          order={view.order}
          confirming={cameFromCheckout && view.order.state === 'reserved'}
          slow={view.asks >= SLOW_AFTER_ASKS}
          stale={view.stale}
          cancelled={query.get('cancelled') === '1'}
          onCancel={cancel}
        />
      );
  }
}

type KnownOrderProps = FollowedOrderProps & {
  order: OrderStatus;
  confirming: boolean;
  slow: boolean;
  stale: boolean;
  cancelled: boolean;
  onCancel: () => Promise<void>;
};

function KnownOrder({ orderId, buyer, order, stale, onCancel, ...moment }: KnownOrderProps) {
  const now = useNow();
  const { heading, text } = orderWords(order, { now, ...moment });
  const isPaid = order.state === 'settled';
  return (
    <Screen title={isPaid ? `Receipt for order ${orderId}` : heading} heading={heading}>
      <div className={isPaid ? 'stack order' : 'narrow stack order'}>
        <p role="status">{text}</p>
        {stale && <p className="notice">The server does not answer. Trying again.</p>}
        {isPaid ? (
          <ReceiptSheet receipt={orderReceipt(orderId, order, buyer)} />
        ) : (
          <OrderFacts orderId={orderId} order={order} now={now} />
        )}
        <OrderActions
          order={order}
          payable={!moment.confirming || moment.slow}
          onCancel={onCancel}
        />
      </div>
    </Screen>
  );
}

const CLOCK_MILLIS = 10_000;

/** The time, fine enough for whole minutes. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_MILLIS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
