import type { OrderStatus } from '@datchain/shared/contracts/calls.ts';
import { formatCents, formatCount, formatDateTime } from '@datchain/shared/domain/format.ts';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';

/** What was ordered and what it costs; once paid, the receipt. */
export function OrderFacts({ orderId, order }: { orderId: string; order: OrderStatus }) {
  const paid = order.settledAt === null ? [] : [formatDateTime(order.settledAt)];
  return (
    <div className="order-facts">
      <FactList
        facts={[
          { label: 'Block', value: `Link ${order.blockId}` },
          { label: 'Tokens', value: formatCount(order.qty) },
          { label: 'Price per token', value: formatCents(order.total / order.qty) },
          ...paid.map((value) => ({ label: 'Paid', value })),
          { label: 'Order', value: <span className="order-id">{orderId}</span> },
          { label: 'Total', value: formatCents(order.total), total: true },
        ]}
      />
    </div>
  );
}
