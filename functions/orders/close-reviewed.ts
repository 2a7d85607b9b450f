import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { closeReviewedEntry, notInReview } from '../journal/entries/close-order.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { type CheckoutSession, StripeRefused } from '../stripe/checkout.ts';
import { returnPayment, searchSession } from './sync-order.ts';

type Needs = Pick<Services, 'books' | 'orders' | 'checkout'>;

/**
 * Ends the order's own session, so that it can no longer be paid; undefined for an order without a
 * session.
 */
async function endSession({ checkout }: Needs, order: Order): Promise<CheckoutSession | undefined> {
  const session = order.sessionId
    ? await checkout.retrieve(order.sessionId)
    : await searchSession(checkout, order);
  if (session?.status !== 'open') return session;
  try {
    return await checkout.expire(session.id);
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error;
    // The session was paid or expired meanwhile, so its state is final.
    const ended = await checkout.retrieve(session.id);
    if (ended.status === 'open') throw error;
    return ended;
  }
}

/**
 * Ends an order in review for an operator: the payment goes back to the card, the tokens to where
 * they came from (N-PPL-10). After a crash, the next try repeats the refund under the same key. A
 * payment that others refunded, or that is disputed, stays as it is.
 *
 * @param record the record of the decision, written with the entry
 * @returns a refusal when it is not in review, or when its payment names another order
 * @throws when Stripe cannot be asked; nothing is lost
 */
export async function closeReviewed(
  services: Needs,
  orderId: string,
  record: { readonly path: string; readonly data: object },
): Promise<Refusal | undefined> {
  const order = await services.orders.find(orderId);
  if (!order) return refuse('not-found', 'There is no such order.');
  if (order.state !== 'review') return refuse('failed-precondition', notInReview);
  const session = await endSession(services, order);
  if (session?.paid && session.orderId !== order.id) {
    return refuse(
      'failed-precondition',
      `Its payment belongs to order ${session.orderId}. Check ${session.id} at Stripe first.`,
    );
  }
  const paymentIntentId = (session?.paid && session.paymentIntentId) || null;
  // The money comes first: an order is called refunded only once Stripe has accepted the refund.
  if (paymentIntentId) await returnPayment(services, order.id, paymentIntentId);
  const cents = session?.amountCents ?? order.totalCents;
  const paid = paymentIntentId === null ? null : { paymentIntentId, cents };
  const closed = await services.books.commit(closeReviewedEntry(order, paid, record));
  if (isRefusal(closed)) return closed;
  log.warn('An order in review was closed', { orderId, isRefunded: paymentIntentId !== null });
  return undefined;
}
