import type { OwnOrder } from '@datchain/shared/domain/books/orders.ts';
import { formatCents, formatDateTime, formatTokens } from '@datchain/shared/domain/format.ts';
import { paymentProviderName } from '@datchain/shared/domain/site.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import { useEffect, useRef } from 'react';
import { SiteLink } from '../../app/site-link.tsx';
import { type OrderAction, useOrderActions } from './use-order-actions.ts';

type OpenOrdersProps = {
  /** Reserved and unpaid orders, the first to expire in front. */
  orders: readonly OwnOrder[];
  onNews: (text: string) => void;
};

export function OpenOrders({ orders, onNews }: OpenOrdersProps) {
  const { action, pay, cancel } = useOrderActions(onNews);
  const title = useRef<HTMLHeadingElement>(null);
  const count = orders.length;
  const hadSome = useRef(false);
  // The pressed button disappears with its row: the focus must not be lost.
  useEffect(() => {
    if (hadSome.current && document.activeElement === document.body) {
      (count > 0 ? title.current : document.getElementById('main'))?.focus();
    }
    hadSome.current = count > 0;
  }, [count]);

  return (
    <>
      {count > 0 && (
        <section className="section" aria-labelledby="wallet-orders">
          <div className="section-head section-rule open-orders-head">
            <h2 className="h2" id="wallet-orders" ref={title} tabIndex={-1}>
              Open orders
            </h2>
            <p className="small">Reserved for you, not paid yet</p>
          </div>
          <ul aria-labelledby="wallet-orders">
            {orders.map((order) => (
              <OrderRow
                key={order.id}
                order={order}
                action={action}
                onPay={() => pay(order.id)}
                onCancel={() => cancel(order.id)}
              />
            ))}
          </ul>
        </section>
      )}
      <Overlay open={action?.does === 'pay'} text={`Opening ${paymentProviderName}…`} />
    </>
  );
}

type OrderRowProps = {
  order: OwnOrder;
  action: OrderAction | undefined;
  onPay: () => void;
  onCancel: () => void;
};

function OrderRow({ order, action, onPay, onCancel }: OrderRowProps) {
  const { id, blockId, qty, totalCents, expiresAt } = order;
  const name = `${formatTokens(qty)} of Link ${blockId}`;
  const isCancelling = action?.does === 'cancel' && action.orderId === id;
  return (
    <li className="open-order">
      <h3 className="h3">
        <SiteLink className="row-link" href={`/orders/${id}`}>
          {name}
        </SiteLink>
      </h3>
      <dl>
        <div>
          <dt>Pay until</dt>
          <dd>{formatDateTime(expiresAt)}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>{formatCents(totalCents)}</dd>
        </div>
      </dl>
      <div className="open-order-actions">
        <Button
          small
          variant="secondary"
          aria-label={`Continue to payment, ${name}`}
          disabled={action !== undefined}
          onClick={onPay}
        >
          Continue to payment
        </Button>
        <Button
          small
          variant="secondary"
          aria-label={`Cancel, ${name}`}
          disabled={action !== undefined}
          onClick={onCancel}
        >
          {isCancelling ? 'Cancelling…' : 'Cancel'}
        </Button>
      </div>
    </li>
  );
}
