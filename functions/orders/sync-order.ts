import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { attachSessionEntry } from '../journal/entries/attach-session.ts';
import { endOrderEntry, refundedEntry, reviewEntry } from '../journal/entries/close-order.ts';
import { settleEntry } from '../journal/entries/settle.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { type CheckoutSession, StripeRefused } from '../stripe/checkout.ts';
import { buyWanted } from './buy-wanted.ts';
import { recordReversals } from './record-reversals.ts';

/** An order and its session at Stripe; no session if none exists or can be found. */
export interface SyncedOrder {
  readonly order: Order;
  readonly session: CheckoutSession | undefined;
}

/** The tolerance for clock skew: this long after its expiry, a session certainly cannot be paid. */
const CLOCK_SKEW_MILLIS = 2 * MINUTE_MILLIS;

type Needs = Pick<Services, 'books' | 'orders' | 'checkout' | 'clock' | 'environment' | 'payments'>;
type AllNeeds = Needs & Pick<Services, 'guards'>;

/**
 * Updates an order to its state at Stripe: settles a paid one and buys its edition, ends one
 * that can no longer be paid. Safe to call at any time, by any number of callers: webhook, return
 * page, sweep.
 *
 * @throws while the outcome is open (Stripe or the books out of reach); nothing is lost
 */
export async function syncOrder(
  services: AllNeeds,
  orderId: string,
  options: { sessionId?: string } = {},
): Promise<SyncedOrder | undefined> {
  const synced = await syncPayment(services, orderId, options);
  return synced && { ...synced, order: await buyWanted(services, synced.order) };
}

/** Updates an order without buying its edition, for a caller that is about to take the tokens back. */
export async function syncPayment(
  services: Needs,
  orderId: string,
  options: { sessionId?: string } = {},
): Promise<SyncedOrder | undefined> {
  const order = await services.orders.find(orderId);
  if (!order || order.state === 'settled' || order.state === 'refunded') {
    return order && { order, session: undefined };
  }
  const known = order.sessionId ?? options.sessionId;
  // A closed order without a session must not get one now.
  if (!known && order.state !== 'reserved') return { order, session: undefined };
  const session = await findSession(services, order, known);
  if (!session) return { order: await end(services, order, false), session };
  return { order: await apply(services, order, session), session };
}

/**
 * Finds the order's session. While it could still be paid, the stored create is repeated under its
 * idempotency key: it makes the session, or returns the one of an unanswered first attempt. Later
 * the sessions are searched, since Stripe keeps a failed create's answer and eventually forgets the
 * key.
 *
 * @returns undefined only when there is certainly none
 */
async function findSession(
  { books, checkout, clock }: Needs,
  order: Order,
  known: string | undefined,
): Promise<CheckoutSession | undefined> {
  if (known) return checkout.retrieve(known);
  if (clock.now() > order.expiresAt + CLOCK_SKEW_MILLIS) return searchSession(checkout, order);
  try {
    const session = await checkout.create(order);
    await books.commit(attachSessionEntry(order.id, session.id));
    return session;
  } catch (error) {
    if (error instanceof StripeRefused) return undefined;
    throw error;
  }
}

export async function searchSession(
  checkout: Needs['checkout'],
  order: Order,
): Promise<CheckoutSession | undefined> {
  for await (const session of checkout.listSince(order.createdAt - MINUTE_MILLIS)) {
    if (session.orderId === order.id) return session;
  }
  return undefined;
}

/** Describes how a session contradicts its order, which a person must check; undefined when they agree. */
function mismatch(
  { environment }: Needs,
  order: Order,
  session: CheckoutSession,
): string | undefined {
  if (session.orderId !== order.id) return `the session is for order ${session.orderId}`;
  if (order.sessionId !== null && session.id !== order.sessionId) return 'another session';
  if (session.amountCents !== order.totalCents) return `the amount is ${session.amountCents} cents`;
  if (session.currency !== 'usd') return `the currency is ${session.currency}`;
  if (session.live !== environment.stripe.live) return 'test and live mode are mixed';
  return undefined;
}

async function apply(services: Needs, order: Order, session: CheckoutSession): Promise<Order> {
  const wrong = mismatch(services, order, session);
  if (wrong) {
    log.error('An order and its payment do not match', { orderId: order.id, wrong });
    // A session found by search that names another order says nothing about this one.
    if (session.orderId !== order.id && session.id !== order.sessionId) return order;
    await services.books.commit(reviewEntry(order, wrong));
    return reread(services, order);
  }
  if (session.paid) return settle(services, order, session);
  return session.status === 'expired' ? end(services, order, true) : order;
}

async function settle(services: Needs, order: Order, session: CheckoutSession): Promise<Order> {
  const { id: sessionId, paymentIntentId } = session;
  const settled = await services.books.commit(settleEntry(order, { sessionId, paymentIntentId }));
  // Stryker disable next-line BlockStatement: A settlement is refused only where another one was made: that order cannot be set aside.
  if (isRefusal(settled)) {
    log.error('A paid order was refused', { orderId: order.id, reason: settled.message });
    await services.books.commit(reviewEntry(order, settled.message));
  } else if (settled.result.outcome === 'refund') {
    await refund(services, order, paymentIntentId);
  }
  const after = await reread(services, order);
  // The payment may be refunded by now; then none of its tokens may be spent.
  if (session.isReturned && paymentIntentId && after.state === 'settled') {
    await recordReversals(services, after, paymentIntentId);
    return reread(services, order);
  }
  return after;
}

/** Stripe's codes for refused refunds where nothing is left to return. */
const NOTHING_TO_RETURN = ['charge_already_refunded', 'charge_disputed'];

/**
 * Refunds what is left of a payment to the card. Does nothing where others have refunded all of it
 * or the bank decides about it: Stripe's refunds and disputes then say what became of the money.
 *
 * @throws when Stripe cannot be asked, or refuses for another reason
 */
export async function returnPayment(
  { checkout }: Pick<Needs, 'checkout'>,
  orderId: string,
  paymentIntentId: string,
): Promise<void> {
  try {
    await checkout.refund(orderId, paymentIntentId);
  } catch (error) {
    const isOver = error instanceof StripeRefused && NOTHING_TO_RETURN.includes(error.code ?? '');
    if (!isOver) throw error;
    log.warn('Nothing is left to return', { orderId, paymentIntentId, reason: error.message });
  }
}

/** Refunds before the books say so: an order is called refunded only once Stripe has accepted the refund. */
async function refund(services: Needs, order: Order, paymentIntentId: string | null) {
  if (!paymentIntentId) throw new Error(`Order ${order.id} is paid but names no payment`);
  await returnPayment(services, order.id, paymentIntentId);
  await services.books.commit(refundedEntry(order.id, paymentIntentId));
  log.warn('Paid after it had ended, and refunded', { orderId: order.id });
}

async function end(services: Needs, order: Order, couldBePaid: boolean): Promise<Order> {
  // Stryker disable next-line ConditionalExpression: It saves a look at the books: the entry ends no order twice.
  if (order.state !== 'reserved') return order;
  await services.books.commit(endOrderEntry(order, couldBePaid));
  return reread(services, order);
}

async function reread(services: Needs, order: Order): Promise<Order> {
  return (await services.orders.find(order.id)) ?? order;
}
