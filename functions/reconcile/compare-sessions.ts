import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { smallest } from '@datchain/shared/domain/extremes.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Services } from '../services.ts';
import type { CheckoutSession } from '../stripe/checkout.ts';

/** Allowed clock skew: Stripe's clock may be behind ours. */
export const CLOCK_SKEW_MILLIS = MINUTE_MILLIS;

/** Compares all orders with all sessions since the first of them. */
export async function compareAllSessions(
  { checkout }: Pick<Services, 'checkout'>,
  orders: readonly Order[],
) {
  if (orders.length === 0) return { differences: [], sessions: 0 };
  const first = smallest(orders.map(({ createdAt }) => createdAt));
  return compareSessions(checkout.listSince(first - CLOCK_SKEW_MILLIS), orders, first);
}

/**
 * Checks that each settled order has one paid session of the same amount, and that no other order has one.
 *
 * @param completeFrom the sessions include all of orders that were made at or after this moment
 */
export async function compareSessions(
  sessions: AsyncIterable<CheckoutSession> | Iterable<CheckoutSession>,
  orders: readonly Order[],
  completeFrom: Millis,
) {
  const differences: string[] = [];
  const byId = new Map(orders.map((order) => [order.id, order]));
  const paidFor = new Map<string, number>();
  let count = 0;
  for await (const session of sessions) {
    count += 1;
    // Stryker disable next-line ConditionalExpression: No order has that id, as the next lines find out. Types do not know that.
    if (!session.paid || session.orderId === null) continue;
    const order = byId.get(session.orderId);
    // Sessions of other products in the same Stripe account are ignored.
    if (!order) continue;
    paidFor.set(order.id, (paidFor.get(order.id) ?? 0) + 1);
    if (order.state === 'reserved' || order.state === 'ended') {
      differences.push(`order ${order.id}: is paid at Stripe, but ${order.state}`);
    }
    if (order.state === 'settled' && session.amountCents !== order.totalCents) {
      differences.push(`order ${order.id}: ${order.totalCents} cents, paid ${session.amountCents}`);
    }
  }
  for (const order of orders) {
    const paid = paidFor.get(order.id) ?? 0;
    if (order.createdAt < completeFrom) continue;
    if (order.state === 'settled' && paid !== 1) {
      differences.push(`order ${order.id}: settled with ${paid} paid sessions`);
    }
  }
  return { differences, sessions: count };
}
