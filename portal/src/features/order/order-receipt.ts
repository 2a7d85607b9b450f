import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { formatCents, formatCount } from '@datchain/shared/domain/format.ts';
import { purchaseName } from '@datchain/shared/domain/purchase.ts';
import { brandName, paymentProviderName } from '@datchain/shared/domain/site.ts';
import type { Receipt, ReceiptFact } from '../../app/receipt-sheet.tsx';

function since({ total, refundedCents = 0 }: OrderStatus): ReceiptFact[] {
  if (refundedCents === 0) return [];
  return [
    { label: 'Returned to the card', value: formatCents(-refundedCents) },
    { label: 'Net payment', value: formatCents(total - refundedCents) },
  ];
}

/**
 * Builds the receipt of a paid token order.
 *
 * @param songName the song of the edition that the tokens are for
 */
export function orderReceipt(
  orderId: string,
  order: OrderStatus,
  buyer: string,
  songName?: string,
): Receipt {
  const { blockId, qty, total, settledAt, expiresAt, edition } = order;
  return {
    number: { label: 'Order', value: orderId },
    at: settledAt ?? expiresAt,
    seller: brandName,
    buyer,
    paidWith: `Card, through ${paymentProviderName}`,
    item: {
      what: purchaseName({ blockId, qty, editionNumber: edition?.editionNumber, songName }),
      detail: `${formatCount(qty)} at ${formatCents(total / qty)}`,
      amount: formatCents(total),
    },
    total: formatCents(total),
    since: since(order),
    notes: [
      'This receipt confirms a payment. It is not a tax invoice: no tax is stated.',
      `It does not say what a wallet holds today. Tokens buy editions on ${brandName}; they are not money. Some may come from other users who listed theirs in this block; ${brandName} takes the payment for all of them.`,
    ],
  };
}
