import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { formatCents, formatCount, formatDateTime } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { clearRedirectMarker } from '@datchain/shared/ui/purchase/redirect-marker.ts';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { FollowedOrder as Followed } from '../../app/followed-order.ts';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { PrintReceipt, ReceiptSheet } from '../../app/receipt-sheet.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { SkeletonFacts, SkeletonText } from '../../app/skeleton-text.tsx';
import { Waiting } from '../../app/waiting.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { OrderActions } from './order-actions.tsx';
import { orderReceipt } from './order-receipt.ts';
import { keptText, orderWords, timeLeft } from './order-words.ts';
import { SLOW_AFTER_ASKS } from './polling.ts';
import { useOrder } from './use-order.ts';

type OrderScreenProps = {
  /** Draws an order whose tokens are for an edition; a prop, so that its code loads separately. */
  ofEdition: ComponentType<Followed & { edition: NonNullable<OrderStatus['edition']> }>;
};

export default function OrderScreen({ ofEdition }: OrderScreenProps) {
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
  const key = `${uid} ${orderId}`;
  return <FollowedOrder key={key} orderId={orderId} buyer={email} ofEdition={ofEdition} />;
}

const OrderOnItsWay = () => (
  <Screen title="Order">
    <OrderSkeleton />
  </Screen>
);

type FollowedOrderProps = OrderScreenProps & { orderId: string; buyer: string };

function FollowedOrder({ orderId, buyer, ofEdition }: FollowedOrderProps) {
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
            <p>You have no order at this address.</p>
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
          ofEdition={ofEdition}
          order={view.order}
          confirming={cameFromCheckout && view.order.state === 'reserved'}
          slow={view.asks >= SLOW_AFTER_ASKS}
          stale={view.stale}
          heardAt={view.heardAt}
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
  heardAt: number;
  cancelled: boolean;
  onCancel: () => Promise<void>;
};

function KnownOrder({ buyer, ofEdition: OfEdition, heardAt, ...followed }: KnownOrderProps) {
  const now = useServerNow(followed.order, heardAt);
  const { orderId, order, stale, onCancel, ...moment } = followed;
  const isPaid = order.state === 'settled';
  const receipt = (songName?: string) =>
    isPaid && <ReceiptSheet receipt={orderReceipt(orderId, order, buyer, songName)} />;
  const { edition } = order;
  if (edition) {
    return (
      <Suspense fallback={<OrderOnItsWay />}>
        <OfEdition
          {...followed}
          now={now}
          edition={edition}
          receipt={(songName) => (
            <div className="stack">
              {receipt(songName)}
              <PrintReceipt />
            </div>
          )}
        />
      </Suspense>
    );
  }
  const { heading, text } = orderWords(order, { now, ...moment });
  return (
    <Screen title={isPaid ? `Receipt for order ${orderId}` : heading} heading={heading}>
      <div className={isPaid ? 'stack order' : 'narrow stack order'}>
        <p role="status">{text}</p>
        {stale && <p className="notice">The server is not responding. Trying again.</p>}
        {receipt() || <OrderFacts orderId={orderId} order={order} now={now} />}
        <OrderActions
          order={order}
          payable={!moment.confirming || moment.slow}
          onCancel={onCancel}
        />
      </div>
    </Screen>
  );
}

const CLOCK_REFRESH_MILLIS = 10_000;

/**
 * Returns the server's time, precise enough for minutes: the device's clock may be wrong
 * (N-INP-13).
 */
function useServerNow({ now }: OrderStatus, heardAt: number): number {
  const [at, setAt] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setAt(performance.now()), CLOCK_REFRESH_MILLIS);
    return () => clearInterval(timer);
  }, []);
  return now === undefined ? Date.now() : now + Math.max(0, at - heardAt);
}

const OrderSkeleton = () => (
  <Waiting className="narrow stack order">
    <p>
      <SkeletonText width="long" text={keptText(100)} />
    </p>
    <div className="order-facts">
      <SkeletonFacts lines={7} total />
    </div>
    <div className="order-actions">
      <div className="actions">
        <div className="skeleton order-skeleton-button" />
        <div className="skeleton order-skeleton-button" />
      </div>
    </div>
  </Waiting>
);

function times({ state, expiresAt }: OrderStatus, now: Millis): Fact[] {
  const left = timeLeft(expiresAt, now);
  if (state !== 'reserved' || left === undefined) return [];
  return [
    { label: 'Pay until', value: formatDateTime(expiresAt) },
    { label: 'Time left', value: left },
  ];
}

type OrderFactsProps = { orderId: string; order: OrderStatus; now: Millis };

function OrderFacts({ orderId, order, now }: OrderFactsProps) {
  return (
    <div className="order-facts">
      <FactList
        facts={[
          { label: 'Block', value: `Link ${order.blockId}` },
          { label: 'Tokens', value: formatCount(order.qty) },
          { label: 'Price per token', value: formatCents(order.total / order.qty) },
          ...times(order, now),
          { label: 'Order', value: <span className="order-id">{orderId}</span> },
          { label: 'Total', value: formatCents(order.total), total: true },
        ]}
      />
    </div>
  );
}
