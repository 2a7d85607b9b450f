import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { clawbackEntry, reinstateEntry } from '../journal/entries/clawbacks.ts';
import { otherFeeEntry } from '../journal/entries/fees.ts';
import type { Entry } from '../journal/entry.ts';
import { log } from '../log.ts';
import { syncPayment } from '../orders/sync-order.ts';
import type { Services } from '../services.ts';
import type { CardPayment, Reversal } from '../stripe/payments.ts';
import { tryChargeFee } from './post-fees.ts';

type Needs = Pick<Services, 'books' | 'orders' | 'checkout' | 'clock' | 'environment' | 'payments'>;

/** How far back the sweep looks for what no webhook told: longer than any outage we should have. */
const SWEEP_MILLIS = DAY_MILLIS;

/**
 * The order a payment paid, settled first if that was not known yet: a refund may be told before
 * the payment is.
 */
async function findPaidOrder(services: Needs, payment: CardPayment): Promise<Order | undefined> {
  const { orders } = services;
  const known = await orders.findByPayment(payment.id);
  if (known) return known;
  if (payment.orderId === null || !/^[\w-]{1,64}$/.test(payment.orderId)) return undefined;
  const order = (await syncPayment(services, payment.orderId))?.order;
  if (order && order.paymentIntentId !== payment.id) {
    log.error('A payment names an order it did not pay', { ...payment, state: order.state });
    return undefined;
  }
  return order;
}

async function record(services: Needs, entry: Entry<unknown>): Promise<void> {
  const outcome = await services.books.commit(entry);
  // The same refund with another amount: nothing a retry could change.
  if (isRefusal(outcome)) {
    log.error('Refused by the books', { entryId: entry.id, reason: outcome.message });
  }
}

async function recordReversal(services: Needs, order: Order, one: Reversal): Promise<void> {
  const { id, kind, leftCents, cameBackCents } = one;
  if (leftCents > 0 && !order.clawbacks.includes(`clawback:${id}`)) {
    await record(services, clawbackEntry(order, { id, kind, cents: leftCents }));
  }
  if (cameBackCents > 0 && !order.clawbacks.includes(`reinstate:${id}`)) {
    await record(services, reinstateEntry(order, { id, kind, cents: cameBackCents }));
  }
  const known = new Set(order.otherFees.map(({ transactionId }) => transactionId));
  for (const fee of one.fees.filter(({ transactionId }) => !known.has(transactionId))) {
    await record(services, otherFeeEntry(order.id, fee));
  }
}

/**
 * Brings a payment's order to where Stripe says its refunds and disputes stand. Safe to call at any
 * time, by any number of callers: each refund and each dispute is an entry under its own id.
 *
 * @returns the order's state, or 'ignored' for payments that are none of ours
 * @throws whatever leaves the outcome open; nothing is lost, call again
 */
export async function syncReversals(services: Needs, paymentIntentId: string): Promise<string> {
  const payment = await services.payments.find(paymentIntentId);
  if (!payment || payment.live !== services.environment.stripe.live) return 'ignored';
  const order = await findPaidOrder(services, payment);
  if (!order) return 'ignored';
  // Returned because it was paid too late: nothing was delivered, nothing is to be taken back.
  if (order.state !== 'settled') return order.state;
  const reversals = await services.payments.listReversals(paymentIntentId);
  for (const one of reversals) await recordReversal(services, order, one);
  await tryChargeFee(services, order);
  return order.state;
}

/** Asks Stripe for the refunds and disputes of the last day: those that no webhook could tell. */
export async function sweepReversals(services: Needs): Promise<{ looked: number; failed: number }> {
  const since = services.clock.now() - SWEEP_MILLIS;
  const payments = new Set<string>();
  for await (const id of services.payments.reversedSince(since)) payments.add(id);
  let failed = 0;
  for (const id of payments) {
    try {
      await syncReversals(services, id);
    } catch (error) {
      failed += 1;
      log.error('A refund could not be booked', { paymentIntentId: id, error: String(error) });
    }
  }
  return { looked: payments.size, failed };
}
