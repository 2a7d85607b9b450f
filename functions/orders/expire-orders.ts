import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { buyWanted, isEditionDue } from './buy-wanted.ts';
import { closeSession } from './order-status.ts';
import { syncOrder } from './sync-order.ts';

export interface SweepResult {
  readonly looked: number;
  readonly closed: number;
  readonly failed: number;
}

/** How long orders are left to the buyer and the webhook before the sweep asks Stripe. */
const SETTLING_MILLIS = MINUTE_MILLIS;
const CONCURRENCY = 5;

async function sweepOne(services: Services, order: Order): Promise<boolean> {
  if (order.state === 'settled') return !isEditionDue(await buyWanted(services, order));
  const ranOut = order.expiresAt <= services.clock.now();
  if (ranOut) await closeSession(services, order.id);
  const synced = await syncOrder(services, order.id);
  // Stryker disable next-line OptionalChaining: No order is ever deleted: it was in the list a moment ago. Types do not know that.
  return synced?.order.state !== 'reserved';
}

/**
 * Asks Stripe about every order that waits for a payment. Settles orders whose payment was never
 * reported, and closes and ends expired ones. Also buys editions of paid orders after a crash.
 * A failed order does not hold up the others.
 *
 * @throws ClockWrong when the books contradict the server's clock
 */
export async function expireOrders(services: Services): Promise<SweepResult> {
  // Closing a session at Stripe is final, so the books check the clock first (`ClockWrong`).
  await services.store.read([docs.books]);
  const before = services.clock.now() - SETTLING_MILLIS;
  const reserved = await services.orders.listReserved();
  const waiting = [
    ...reserved.filter(({ createdAt }) => createdAt < before),
    ...(await services.orders.listWithEditionDue()),
  ];
  let closed = 0;
  let failed = 0;
  const queue = waiting.values();
  const worker = async () => {
    for (const order of queue) {
      try {
        if (await sweepOne(services, order)) closed += 1;
      } catch (error) {
        failed += 1;
        log.error('An order could not be swept', { orderId: order.id, error: String(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { looked: waiting.length, closed, failed };
}
