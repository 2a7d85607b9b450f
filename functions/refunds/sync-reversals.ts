import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { log } from '../log.ts';
import { recordReversals } from '../orders/record-reversals.ts';
import { syncPayment } from '../orders/sync-order.ts';
import type { Services } from '../services.ts';
import type { CardPayment } from '../stripe/payments.ts';
import { tryChargeFee } from './post-fees.ts';

type Needs = Pick<Services, 'books' | 'orders' | 'checkout' | 'clock' | 'environment' | 'payments'>;

/** How far back the sweep looks for unreported refunds: longer than any expected outage. */
const LOOKBACK_MILLIS = DAY_MILLIS;

/**
 * Finds the order that a payment paid, and settles it first if necessary: a refund may be reported
 * before its payment.
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

/**
 * Books the refunds and disputes of a payment at Stripe. Safe to call at any time, by any number of
 * callers: each refund and each dispute is an entry under its own id.
 *
 * @returns the order's state, or 'ignored' for payments of other products
 * @throws while the outcome is open; nothing is lost, call again
 */
export async function syncReversals(services: Needs, paymentIntentId: string): Promise<string> {
  const payment = await services.payments.find(paymentIntentId);
  if (!payment || payment.live !== services.environment.stripe.live) return 'ignored';
  const order = await findPaidOrder(services, payment);
  if (!order) return 'ignored';
  if (order.state !== 'settled' && order.state !== 'refunded') return order.state;
  await recordReversals(services, order, paymentIntentId);
  await tryChargeFee(services, order);
  return order.state;
}

/** Asks Stripe for the refunds and disputes of the last day, in case a webhook was lost. */
export async function sweepReversals(services: Needs): Promise<{ looked: number; failed: number }> {
  const since = services.clock.now() - LOOKBACK_MILLIS;
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
