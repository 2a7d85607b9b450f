import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { PrintReceipt } from '../../app/receipt-sheet.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { UnpaidOrder } from '../../app/unpaid-order.tsx';

type OrderActionsProps = {
  order: OrderStatus;
  /** Whether the order can be paid or cancelled here: not while a payment is being confirmed. */
  payable: boolean;
  onCancel: () => Promise<void>;
};

export function OrderActions({ order, payable, onCancel }: OrderActionsProps) {
  switch (order.state) {
    case 'reserved':
      return payable ? (
        <div className="order-actions">
          <UnpaidOrder
            order={order}
            pay="Pay with Stripe"
            cancelVariant="secondary"
            onCancel={onCancel}
          />
        </div>
      ) : null;
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
    case 'ended':
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
