import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { sumOfLots } from '@datchain/shared/domain/books/lots.ts';
import type { Order, OrderEdition } from '@datchain/shared/domain/books/orders.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { settlementId } from '../journal/entries/settle.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { StripeRefused } from '../stripe/checkout.ts';
import { isEditionDue } from './buy-wanted.ts';
import { type SyncedOrder, syncOrder, syncPayment } from './sync-order.ts';

const statusOf = ({ order, session }: SyncedOrder, now: number): OrderStatus => ({
  state: order.state,
  blockId: order.blockId,
  qty: order.qty,
  total: order.totalCents,
  expiresAt: order.expiresAt,
  now,
  settledAt: order.settledAt,
  refundedCents: order.refundedCents,
  ...(order.refundedCents > 0 ? { takenBack: takenBackOf(order) } : {}),
  url: order.state === 'reserved' && session?.status === 'open' ? session.url : null,
  ...(order.edition ? { edition: editionOf(order.edition) } : {}),
});

const takenBackOf = ({ takenBack: { tokens, missing, others } }: Order) => ({
  qty: tokens,
  otherQty: sumOfLots(others?.lots ?? []).qty,
  missingQty: missing,
});

const editionOf = ({ number, ...edition }: OrderEdition) => ({ ...edition, editionNumber: number });

/** Refuses another user's order in the same words as an unknown one. */
const notFound = () => refuse('not-found', 'Order not found');

/**
 * Returns the state of an order; settles it when Stripe says that it is paid, and buys its edition.
 * The wallet then shows them, even if another process did it. While that fails, the stored state is
 * returned.
 */
export async function orderStatus(
  services: Services,
  uid: string,
  orderId: string,
): Promise<OrderStatus | Refusal> {
  const order = await services.orders.find(orderId);
  if (!order || order.uid !== uid) return notFound();
  return readShown(services, await syncAsFarAsPossible(services, order));
}

async function syncAsFarAsPossible(services: Services, order: Order): Promise<SyncedOrder> {
  const stored = { order, session: undefined };
  if (order.state !== 'reserved' && !isEditionDue(order)) return stored;
  try {
    return (await syncOrder(services, order.id)) ?? stored;
  } catch (error) {
    log.warn('The order could not be moved on', { orderId: order.id, error: String(error) });
    return stored;
  }
}

/**
 * Returns the status once the wallet shows the order's effects, so that a caller who reads it finds
 * the tokens and the edition. An order without a session was settled by another call, which may not
 * have updated the wallet yet.
 */
async function readShown({ books, clock }: Services, synced: SyncedOrder): Promise<OrderStatus> {
  const { id, state, edition } = synced.order;
  if (state === 'settled' && !synced.session) await books.show(settlementId(id));
  if (edition?.entryId) await books.show(edition.entryId);
  return statusOf(synced, clock.now());
}

/**
 * Cancels an unpaid order: its session is closed at Stripe first, then the tokens are returned. If
 * it is paid at the same moment, it is settled instead; the answer says which.
 *
 * @throws when Stripe cannot be reached: then nothing was cancelled
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
  return synced ? readShown(services, synced) : notFound();
}

/** Ends an order's session at Stripe if it is still open; paid or expired ones stay as they are. */
export async function closeSession(services: Services, orderId: string): Promise<void> {
  const synced = await syncPayment(services, orderId);
  // Stryker disable next-line OptionalChaining: No order is ever deleted: it was there a line above. Types do not know that.
  // Stryker disable next-line OptionalChaining: An order without a session was ended by then, which the first half says.
  if (synced?.order.state !== 'reserved' || synced.session?.status !== 'open') return;
  try {
    await services.checkout.expire(synced.session.id);
  } catch (error) {
    // The session was paid or expired meanwhile: the next call reads which.
    if (!(error instanceof StripeRefused)) throw error;
  }
}
