import { docs } from '@datchain/shared/contracts/paths.ts';
import { releaseOrder, withoutOpenOrder } from '@datchain/shared/domain/books/close-order.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import type { Entry } from '../entry.ts';
import {
  blockDocument,
  getBlock,
  getOrder,
  getUser,
  guardPaths,
  orderDocument,
  userDocument,
  usersOf,
} from './order-documents.ts';

/** Gives an order's tokens back, after Stripe has said that it cannot be paid any more. */
export const releaseEntry = (order: Order, couldBePaid: boolean): Entry<null> => ({
  id: `release:${order.id}`,
  kind: 'order-released',
  actor: 'system',
  // Whether it could be paid is no part of the identity: of two who ask, one may know more.
  input: { orderId: order.id },
  reads: [docs.order(order.id), ...guardPaths(order)],
  decide(view, now) {
    const stored = getOrder(view, order.id);
    if (stored.state !== 'reserved') return { answer: null };
    // A late payment may have held tokens of other sellers than the caller knew.
    const missing = guardPaths(stored).filter((path) => view(path) === undefined);
    if (missing.length > 0) return { more: missing };
    const users = usersOf(view, stored);
    const released = releaseOrder(stored, users, getBlock(view, stored.blockId), now, couldBePaid);
    return {
      result: null,
      postings: released.postings,
      documents: [
        orderDocument(released.order),
        ...released.users.map(userDocument),
        blockDocument(released.block),
      ],
      touched: [`block:${stored.blockId}`, ...released.users.map(({ uid }) => `user:${uid}`)],
    };
  },
});

/** Notes that a late payment was returned at Stripe. The money went in and out: nothing to post. */
export const refundedEntry = (orderId: string, paymentIntentId: string): Entry<null> => ({
  id: `refund:${orderId}`,
  kind: 'order-refunded',
  actor: 'system',
  input: { orderId, paymentIntentId },
  reads: [docs.order(orderId)],
  decide(view, now) {
    const stored = getOrder(view, orderId);
    if (stored.state !== 'released') return { answer: null };
    const { uid, blockId, qty, totalCents } = stored;
    const returned = { at: now, orderId, blockId, qty, totalCents };
    const movement = { kind: 'payment-returned' as const, ...returned };
    return {
      result: null,
      postings: [],
      documents: [orderDocument({ ...stored, state: 'refunded', paymentIntentId })],
      movements: [{ uid, data: movement }],
      touched: [],
    };
  },
});

/**
 * Sets an order aside for a person: what Stripe says does not match it. Its tokens stay held, its
 * buyer may go on with other orders.
 */
export const reviewEntry = (order: Order, reason: string): Entry<null> => ({
  id: `review:${order.id}`,
  kind: 'order-review',
  actor: 'system',
  input: { orderId: order.id },
  reads: [docs.order(order.id), docs.userGuard(order.uid)],
  decide(view) {
    const stored = getOrder(view, order.id);
    if (stored.state !== 'reserved') return { answer: null };
    const user = withoutOpenOrder(getUser(view, stored.uid), stored.id);
    return {
      result: null,
      postings: [],
      documents: [
        orderDocument({ ...stored, state: 'review', reviewReason: reason }),
        userDocument(user),
      ],
      touched: [],
    };
  },
});
