import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { attachSessionEntry } from '../journal/entries/attach-session.ts';
import { refundedEntry, releaseEntry, reviewEntry } from '../journal/entries/close-order.ts';
import { settleEntry } from '../journal/entries/settle.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { type CheckoutSession, StripeRefused } from '../stripe/checkout.ts';
import { buyWanted } from './buy-wanted.ts';
import { recordReversals } from './record-reversals.ts';

/** An order with what Stripe says about it; no session if none exists or can be found. */
export interface SyncedOrder {
  readonly order: Order;
  readonly session: CheckoutSession | undefined;
}

/** Clocks may differ this much; a session surely cannot be paid this long after its expiry. */
const CLOCKS_MILLIS = 2 * MINUTE_MILLIS;

type Needs = Pick<Services, 'books' | 'orders' | 'checkout' | 'clock' | 'environment' | 'payments'>;
type AllNeeds = Needs & Pick<Services, 'guards'>;

/**
 * Updates an order to what Stripe says: settles a paid one and buys its edition, releases one that
 * can no longer be paid. Safe to call at any time, by any number of callers: webhook, return page,
 * sweep.
 *
 * @throws whatever leaves the outcome open (Stripe or the books out of reach); nothing is lost
 */
export async function syncOrder(
  services: AllNeeds,
  orderId: string,
  options: { sessionId?: string } = {},
): Promise<SyncedOrder | undefined> {
  const synced = await syncPayment(services, orderId, options);
  return synced && { ...synced, order: await buyWanted(services, synced.order) };
}

/**
 * The same without the edition, for a caller that is about to take the tokens back: a refunded
 * order buys nothing.
 */
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
  // An order closed without a session must not get one now.
  if (!known && order.state !== 'reserved') return { order, session: undefined };
  const session = await findSession(services, order, known);
  if (!session) return { order: await release(services, order, false), session };
  return { order: await apply(services, order, session), session };
}

/**
 * The order's session. While it could still be paid, the stored create is repeated under its key:
 * it makes the session, or finds the one that an unanswered first attempt made. Later we search for
 * it, since Stripe keeps a failed create's answer and eventually forgets the key. Undefined only
 * when there is certainly none.
 */
async function findSession(
  { books, checkout, clock }: Needs,
  order: Order,
  known: string | undefined,
): Promise<CheckoutSession | undefined> {
  if (known) return checkout.retrieve(known);
  if (clock.now() > order.expiresAt + CLOCKS_MILLIS) return searchSession(checkout, order);
  try {
    const session = await checkout.create(order);
    await books.commit(attachSessionEntry(order.id, session.id));
    return session;
  } catch (error) {
    if (error instanceof StripeRefused) return undefined;
    throw error;
  }
}

/** The session that Stripe made for an order, when its id is not known. */
export async function searchSession(
  checkout: Needs['checkout'],
  order: Order,
): Promise<CheckoutSession | undefined> {
  for await (const session of checkout.listSince(order.createdAt - MINUTE_MILLIS)) {
    if (session.orderId === order.id) return session;
  }
  return undefined;
}

/** What a session and its order must agree on; anything else is for a person to check. */
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
    // Another order's session says nothing about this one; its own session must name it.
    if (session.orderId !== order.id && session.id !== order.sessionId) return order;
    await services.books.commit(reviewEntry(order, wrong));
    return reread(services, order);
  }
  if (session.paid) return settle(services, order, session);
  return session.status === 'expired' ? release(services, order, true) : order;
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
  // The money may have gone back before we heard that it came: nothing of it is to be spent.
  if (session.isReturned && paymentIntentId && after.state === 'settled') {
    await recordReversals(services, after, paymentIntentId);
    return reread(services, order);
  }
  return after;
}

/** Stripe's refusals of a refund that leave us nothing to return. */
const NOTHING_TO_RETURN = ['charge_already_refunded', 'charge_disputed'];

/**
 * Returns what is left of a payment to the card. Where others have returned all of it, or the card
 * holder's bank decides about it, nothing is left to us: Stripe's refunds and disputes say what
 * became of the money.
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

/** The money first: the order is only called refunded once Stripe has taken the refund. */
async function refund(services: Needs, order: Order, paymentIntentId: string | null) {
  if (!paymentIntentId) throw new Error(`Order ${order.id} is paid but names no payment`);
  await returnPayment(services, order.id, paymentIntentId);
  await services.books.commit(refundedEntry(order.id, paymentIntentId));
  log.warn('Paid after it was released, and refunded', { orderId: order.id });
}

async function release(services: Needs, order: Order, couldBePaid: boolean): Promise<Order> {
  // Stryker disable next-line ConditionalExpression: It saves a look at the books: the entry ends no order twice.
  if (order.state !== 'reserved') return order;
  await services.books.commit(releaseEntry(order, couldBePaid));
  return reread(services, order);
}

async function reread(services: Needs, order: Order): Promise<Order> {
  return (await services.orders.find(order.id)) ?? order;
}
