import type { OrderStatus } from '@datchain/shared/contracts/calls.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { settlementId } from '../journal/entries/settle.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { StripeRefused } from '../stripe/checkout.ts';
import { type SyncedOrder, syncOrder } from './sync-order.ts';

const statusOf = ({ order, session }: SyncedOrder): OrderStatus => ({
  state: order.state,
  blockId: order.blockId,
  qty: order.qty,
  total: order.totalCents,
  expiresAt: order.expiresAt,
  settledAt: order.settledAt,
  refundedCents: order.refundedCents,
  url: order.state === 'reserved' && session?.status === 'open' ? session.url : null,
});

/** Another user's order answers exactly like one that does not exist. */
const notFound = () => refuse('not-found', 'Order not found');

/**
 * Where an order stands; settles it when Stripe says that it is paid. Once it is settled the wallet
 * shows the tokens, even if another process settled it. While Stripe cannot be reached the stored state is answered.
 */
export async function orderStatus(
  services: Services,
  uid: string,
  orderId: string,
): Promise<OrderStatus | Refusal> {
  const order = await services.orders.find(orderId);
  if (!order || order.uid !== uid) return notFound();
  if (order.state !== 'reserved') {
    // Who reads that the tokens are there finds them in the wallet.
    if (order.state === 'settled') await services.books.show(settlementId(orderId));
    return statusOf({ order, session: undefined });
  }
  try {
    return statusOf((await syncOrder(services, orderId)) ?? { order, session: undefined });
  } catch (error) {
    log.warn('The order could not be checked with Stripe', { orderId, error: String(error) });
    return statusOf({ order, session: undefined });
  }
}

/**
 * Gives up an unpaid order: its session is closed at Stripe first, then the tokens go back. Paid in
 * the same moment, it is settled instead; the answer says which.
 *
 * @throws when Stripe cannot be reached: then nothing was given up
 */
export async function cancelOrder(
  services: Services,
  uid: string,
  orderId: string,
): Promise<OrderStatus | Refusal> {
  const order = await services.orders.find(orderId);
  if (!order || order.uid !== uid) return notFound();
  await closeSession(services, orderId);
  const synced = await syncOrder(services, orderId);
  return synced ? statusOf(synced) : notFound();
}

/** Ends an order's session at Stripe if it is still open; paid or expired ones stay as they are. */
export async function closeSession(services: Services, orderId: string): Promise<void> {
  const synced = await syncOrder(services, orderId);
  if (synced?.order.state !== 'reserved' || synced.session?.status !== 'open') return;
  try {
    await services.checkout.expire(synced.session.id);
  } catch (error) {
    // Paid or expired in the meantime: the next look at the session tells which.
    if (!(error instanceof StripeRefused)) throw error;
  }
}
