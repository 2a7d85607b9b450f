import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { formatCents, formatCount, formatDateTime } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { timeLeft } from './order-words.ts';

/** How long an unpaid order is kept. */
function times({ state, expiresAt }: OrderStatus, now: Millis): Fact[] {
  const left = timeLeft(expiresAt, now);
  if (state !== 'reserved' || left === undefined) return [];
  return [
    { label: 'Pay until', value: formatDateTime(expiresAt) },
    { label: 'Time left', value: left },
  ];
}

type OrderFactsProps = { orderId: string; order: OrderStatus; now: Millis };

/** What was ordered and what it costs. */
export function OrderFacts({ orderId, order, now }: OrderFactsProps) {
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
