import type { Millis } from '../units.ts';
import type { BlockGuard, QueueEntry, UserGuard } from './guards.ts';
import { type Order, PLATFORM } from './orders.ts';
import type { Posting } from './postings.ts';
import { reservePostings } from './reserve-order.ts';

const partOf = (order: Order, source: string): number =>
  order.parts.reduce((sum, part) => sum + (part.source === source ? part.qty : 0), 0);

const isDone = (entry: QueueEntry) => entry.qty === 0 && entry.reserved === 0;

/** The block after an order's tokens have left for good: nothing of them is held any more. */
export const withoutHeld = (block: BlockGuard, order: Order): BlockGuard => ({
  ...block,
  platformReserved: block.platformReserved - partOf(order, PLATFORM),
  queue: block.queue
    .map((entry) => ({ ...entry, reserved: entry.reserved - partOf(order, entry.listingId) }))
    .filter((entry) => !isDone(entry)),
});

export const withoutOpenOrder = (user: UserGuard, orderId: string): UserGuard => ({
  ...user,
  openOrders: user.openOrders.filter((open) => open.orderId !== orderId),
});

export interface Release {
  readonly order: Order;
  readonly user: UserGuard;
  readonly block: BlockGuard;
  readonly postings: Posting[];
}

/**
 * Gives an unpaid order's tokens back to where they came from. Only after the payment provider has
 * said that the order can no longer be paid: never on our clock alone.
 *
 * @param lapsed true when the reservation ran out, which slows the user's next ones down; false
 * when the user cancelled it
 */
export function releaseOrder(
  order: Order,
  user: UserGuard,
  block: BlockGuard,
  now: Millis,
  lapsed: boolean,
): Release {
  const returned: BlockGuard = {
    ...block,
    platformQty: block.platformQty + partOf(order, PLATFORM),
    queue: block.queue.map((entry) => {
      const parts = order.parts.filter((part) => part.source === entry.listingId);
      return {
        ...entry,
        qty: entry.qty + parts.reduce((sum, part) => sum + part.qty, 0),
        faceMicros: entry.faceMicros + parts.reduce((sum, part) => sum + part.faceMicros, 0),
      };
    }),
  };
  const closed = withoutOpenOrder(user, order.id);
  return {
    order: { ...order, state: 'released' },
    user: lapsed ? { ...closed, lapsedAt: [...closed.lapsedAt.slice(-9), now] } : closed,
    block: withoutHeld(returned, order),
    postings: reservePostings(order).map((posting) => ({ ...posting, delta: -posting.delta })),
  };
}
