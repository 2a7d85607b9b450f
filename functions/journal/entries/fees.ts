import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order, StripeFee } from '@datchain/shared/domain/books/orders.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import { type Cents, isWhole } from '@datchain/shared/domain/units.ts';
import type { Accepted, Entry, View } from '../entry.ts';
import { getOrder, orderDocuments, orderPaths } from './order-documents.ts';

/** Whether an order was paid: it was delivered, or returned because the payment came too late. */
const wasPaid = ({ state }: Order): boolean => state === 'settled' || state === 'refunded';

function accept(order: Order, fee: StripeFee, view: View): Accepted<null> {
  const micros = centsToMicros(fee.cents);
  return {
    result: null,
    postings: move('USD', accounts.platform, accounts.cardFees, micros),
    documents: orderDocuments(order, view),
    increments: [{ path: docs.books, fields: { platformMicros: 0 - micros } }],
    touched: [],
  };
}

/**
 * Books what the shop owner paid in from their own money, once per reference, such as that of the bank transfer
 * (N-FIG-04).
 *
 * @param cents whole, above zero
 */
export const ownerPaidInEntry = (reference: string, cents: Cents): Entry<null> => ({
  id: `paid-in:${reference}`,
  kind: 'owner-paid-in',
  actor: 'system',
  input: { reference, cents },
  reads: [],
  decide() {
    if (!(isWhole(cents) && cents > 0)) return refuse('invalid-argument', 'Give whole cents.');
    const micros = centsToMicros(cents);
    return {
      result: null,
      postings: move('USD', accounts.owner, accounts.platform, micros),
      documents: [],
      increments: [{ path: docs.books, fields: { platformMicros: micros } }],
      touched: [],
    };
  },
});

/** Books Stripe's fee for an order's payment, once. */
export const chargeFeeEntry = (orderId: string, fee: StripeFee): Entry<null> => ({
  id: `fee:${orderId}`,
  kind: 'card-fee',
  actor: 'system',
  input: { orderId, ...fee },
  reads: orderPaths(orderId),
  decide(view) {
    const order = getOrder(view, orderId);
    if (!wasPaid(order)) return { answer: null };
    return accept({ ...order, chargeFee: fee }, fee, view);
  },
});

/**
 * Books Stripe's fee for a refund or a dispute of an order, once per balance transaction. A fee that Stripe
 * gives back is negative.
 */
export const otherFeeEntry = (orderId: string, fee: StripeFee): Entry<null> => ({
  id: `fee:${fee.transactionId}`,
  kind: 'card-fee',
  actor: 'system',
  input: { orderId, ...fee },
  reads: orderPaths(orderId),
  decide(view) {
    const order = getOrder(view, orderId);
    if (!wasPaid(order)) return { answer: null };
    return accept({ ...order, otherFees: [...order.otherFees, fee] }, fee, view);
  },
});
