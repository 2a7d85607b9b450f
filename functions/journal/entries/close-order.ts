import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  type EndedOrder,
  endOrder,
  withoutOpenOrder,
} from '@datchain/shared/domain/books/close-order.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import type { Entry } from '../entry.ts';
import {
  getBlock,
  getOrder,
  getUser,
  guardPaths,
  orderDocuments,
  orderPaths,
  readOrderUsers,
  userDocument,
} from './order-documents.ts';
import { blockDocuments, listingPaths, withOrderListings } from './queue-documents.ts';

const takenBackIncrements = ({ aside }: EndedOrder) =>
  aside.map(({ listingId, qty }) => ({
    path: docs.listing(listingId),
    fields: { takenBackQty: qty },
  }));

/** Ends an order and returns its tokens after Stripe has said that it can no longer be paid. */
export const endOrderEntry = (order: Order, couldBePaid: boolean): Entry<null> => ({
  id: `end:${order.id}`,
  kind: 'order-ended',
  actor: 'system',
  // `couldBePaid` is not part of the input: of two callers, one may know more.
  input: { orderId: order.id },
  reads: [...orderPaths(order.id), ...guardPaths(order), ...listingPaths(order)],
  decide(view, now) {
    const stored = getOrder(view, order.id);
    if (stored.state !== 'reserved') return { answer: null };
    const users = readOrderUsers(view, stored);
    const block = withOrderListings(view, getBlock(view, stored.blockId), stored);
    const ended = endOrder(stored, users, block, now, couldBePaid);
    return {
      result: null,
      postings: ended.postings,
      documents: [
        ...orderDocuments(ended.order, view),
        ...ended.users.map(userDocument),
        ...blockDocuments(ended.block),
      ],
      increments: takenBackIncrements(ended),
      touched: [`block:${stored.blockId}`, ...ended.users.map(({ uid }) => `user:${uid}`)],
    };
  },
});

/** Records that a late payment was returned at Stripe. Posts nothing: the money came in and went out. */
export const refundedEntry = (orderId: string, paymentIntentId: string): Entry<null> => ({
  id: `refund:${orderId}`,
  kind: 'order-refunded',
  actor: 'system',
  input: { orderId, paymentIntentId },
  reads: orderPaths(orderId),
  decide(view, now) {
    const stored = getOrder(view, orderId);
    if (stored.state !== 'ended') return { answer: null };
    const { uid, blockId, qty, totalCents } = stored;
    const returned = { at: now, orderId, blockId, qty, totalCents };
    const movement = { kind: 'payment-returned' as const, ...returned };
    // A closed account is not notified (N-MON-22).
    const isNotified = getUser(view, uid).closedAt === undefined;
    return {
      result: null,
      postings: [],
      documents: orderDocuments({ ...stored, state: 'refunded', paymentIntentId }, view),
      movements: isNotified ? [{ uid, data: movement }] : [],
      touched: [],
    };
  },
});

/**
 * Sets an order aside for review because Stripe's data do not match it. Its tokens stay held, and its buyer may
 * place other orders.
 */
export const reviewEntry = (order: Order, reason: string): Entry<null> => ({
  id: `review:${order.id}`,
  kind: 'order-review',
  actor: 'system',
  input: { orderId: order.id },
  reads: [...orderPaths(order.id), docs.userGuard(order.uid)],
  decide(view) {
    const stored = getOrder(view, order.id);
    if (stored.state !== 'reserved') return { answer: null };
    const user = withoutOpenOrder(getUser(view, stored.uid), stored.id);
    return {
      result: null,
      postings: [],
      documents: [
        ...orderDocuments({ ...stored, state: 'review', reviewReason: reason }, view),
        userDocument(user),
      ],
      touched: [],
    };
  },
});

/**
 * Ends a reviewed order on an operator's decision: its tokens return to where they came from. Stripe has
 * already returned any payment.
 *
 * @param paid the returned payment; null if nothing was paid
 * @param decision the document that records the operator's decision
 */
export const closeReviewedEntry = (
  order: Order,
  paid: { readonly paymentIntentId: string; readonly cents: Cents } | null,
  decision: { readonly path: string; readonly data: object },
): Entry<null> => ({
  id: `close:${order.id}`,
  kind: 'order-closed',
  actor: 'system',
  input: { orderId: order.id, paymentIntentId: paid?.paymentIntentId ?? null },
  reads: [...orderPaths(order.id), ...guardPaths(order), ...listingPaths(order), decision.path],
  decide(view, now) {
    const stored = getOrder(view, order.id);
    if (stored.state !== 'review') return refuse('failed-precondition', notInReview);
    const { uid, blockId, qty, totalCents } = stored;
    const users = readOrderUsers(view, stored);
    const block = withOrderListings(view, getBlock(view, blockId), stored);
    const ended = endOrder(stored, users, block, now, false);
    const paidCents = paid?.cents ?? totalCents;
    const returned = { at: now, orderId: stored.id, blockId, qty, totalCents: paidCents };
    const closed = paid && {
      ...ended.order,
      state: 'refunded' as const,
      paymentIntentId: paid.paymentIntentId,
      ...(paidCents === totalCents ? {} : { paidCents }),
    };
    return {
      result: null,
      postings: ended.postings,
      documents: [
        ...orderDocuments(closed ?? ended.order, view),
        ...ended.users.map(userDocument),
        ...blockDocuments(ended.block),
        decision,
      ],
      increments: takenBackIncrements(ended),
      movements: paid ? [{ uid, data: { kind: 'payment-returned' as const, ...returned } }] : [],
      touched: [`block:${blockId}`, ...ended.users.map((user) => `user:${user.uid}`)],
    };
  },
});

export const notInReview = 'This order is not in review any more.';
