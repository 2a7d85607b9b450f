import { readLoss, readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Clawback, clawBack, reinstate } from '@datchain/shared/domain/books/clawback.ts';
import type { Loss, SupplyGuard, UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { foundAgain } from '@datchain/shared/domain/books/missed.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { recover } from '@datchain/shared/domain/books/recover.ts';
import { dueFor, paidFor } from '@datchain/shared/domain/books/returned.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import type { Accepted, Entry, View } from '../entry.ts';
import {
  getBlock,
  getOrder,
  getUser,
  orderDocuments,
  orderPaths,
  userDocument,
} from './order-documents.ts';
import { blockDocuments, withOwnListings } from './queue-documents.ts';

/** Money that Stripe says went back to the card, or came back from it. */
export interface Returned {
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly cents: Cents;
}

/** The result of a clawback; the caller pays the debt from earnings where that is possible. */
export interface ClawbackResult {
  readonly recorded: boolean;
  readonly debtMicros: number;
}

const nothing = { answer: { recorded: false, debtMicros: 0 } };

export const debtDocument = ({ uid, debtMicros }: UserGuard) => ({
  path: docs.debt(uid),
  data: { uid, debtMicros },
});

type Kind = 'payment-refunded' | 'payment-disputed' | 'payment-reinstated' | 'payment-recovered';

function lossDocuments({ order, loss }: Clawback, now: number, view: View) {
  const path = docs.loss(order.id);
  const { soldMicros = 0, closedMicros = 0 } = readLoss(view(path)) ?? {};
  return soldMicros === loss.soldMicros && closedMicros === loss.closedMicros
    ? []
    : [{ path, data: { orderId: order.id, at: now, ...loss } satisfies Loss }];
}

function supplyDocuments({ poolMicros, rewards }: Clawback, supply: SupplyGuard) {
  const { unissued, cashedOut } = rewards;
  if (poolMicros === 0 && unissued === 0) return [];
  const after = {
    ...supply,
    // Written as a value, not as an increment: the decision relied on the pool it read.
    poolMicros: supply.poolMicros - poolMicros,
    issued: supply.issued - unissued,
    circulating: supply.circulating + cashedOut,
  };
  return [{ path: docs.supplyGuard, data: after }];
}

function reasonsOfDebt(before: Order, after: Order) {
  const excess = (order: Order) => dueFor(order, order.refundedCents).excessMicros;
  const excessMicros = excess(after) - excess(before);
  const missingQty = after.takenBack.missing - before.takenBack.missing;
  return {
    ...(excessMicros > 0 ? { excessMicros } : {}),
    ...(missingQty > 0 ? { missingQty } : {}),
  };
}

function accept(
  before: Order,
  change: Clawback,
  kind: Kind,
  cents: Cents,
  now: number,
  view: View,
) {
  const { order, buyer, block, listedIn, listings, debtMicros, books, rewards } = change;
  const { id: orderId, uid, blockId, priceCents } = order;
  const amounts = {
    qty: change.tokens + change.otherTokens,
    debtMicros,
    totalCents: cents,
    paymentCents: paidFor(order),
    ...reasonsOfDebt(before, order),
    ...(rewards.unissued > 0 ? { rewardQty: rewards.unissued } : {}),
  };
  // A closed account is notified of nothing (N-MON-22); the buyer of a returned order only of postings.
  const isNotified =
    buyer.closedAt === undefined && (order.state === 'settled' || change.postings.length > 0);
  return {
    result: { recorded: true, debtMicros: buyer.debtMicros },
    postings: change.postings,
    refs: { orderId },
    documents: [
      ...orderDocuments(order, view),
      userDocument(buyer),
      ...[block, ...listedIn].flatMap(blockDocuments),
      ...(debtMicros === 0 ? [] : [debtDocument(buyer)]),
      ...lossDocuments(change, now, view),
    ],
    increments: [
      { path: docs.books, fields: { ...books } },
      ...listings.map((one) => ({
        path: docs.listing(one.listingId),
        fields: { takenBackQty: one.qty },
      })),
    ],
    movements: isNotified
      ? [{ uid, data: { kind, at: now, orderId, blockId, priceCents, ...amounts } }]
      : [],
    touched: [`user:${uid}`, ...[block, ...listedIn].map(({ id }) => `block:${id}`), 'supply'],
  } satisfies Accepted<ClawbackResult>;
}

function ownBlocks(view: View, buyer: UserGuard, { blockId }: Order) {
  const elsewhere = new Set(buyer.openListings.map((open) => open.blockId));
  elsewhere.delete(blockId);
  const read = (id: string) => withOwnListings(view, getBlock(view, id), buyer);
  return { block: read(blockId), listedIn: [...elsewhere].map(read) };
}

const paths = (order: Order): string[] => [
  ...orderPaths(order.id),
  docs.userGuard(order.uid),
  docs.blockGuard(order.blockId),
  docs.debt(order.uid),
  docs.loss(order.id),
];

/**
 * Whether money that went back of an order's payment can be booked: the order was delivered or returned. A
 * returned order counts only if the caller saw it as returned, because the entry's kind depends on it.
 */
const isBookable = (stored: Order, seen: Order): boolean =>
  stored.state === 'settled' || (stored.state === 'refunded' && seen.state === 'refunded');

/** Picks the kind; the public log has no sale of a returned order that a line could correct. */
const kindFor = <Kind extends string>({ state }: Order, kind: Kind) =>
  state === 'refunded' ? ('order-return-changed' as const) : kind;

/**
 * Takes back what a settled order delivered when money returned to the card, once per refund and dispute. For a
 * returned order it books what went back beyond its payment. Records nothing for an order in any other state.
 */
export const clawbackEntry = (order: Order, returned: Returned): Entry<ClawbackResult> => ({
  id: `clawback:${returned.id}`,
  kind: kindFor(order, 'order-clawed-back'),
  actor: 'system',
  input: { orderId: order.id, ...returned },
  reads: [...paths(order), docs.supplyGuard],
  decide(view, now) {
    const stored = getOrder(view, order.id);
    if (!isBookable(stored, order)) return nothing;
    const buyer = getUser(view, stored.uid);
    const supply = readSupplyGuard(view(docs.supplyGuard));
    const change = clawBack(stored, returned.cents, `clawback:${returned.id}`, {
      buyer,
      ...ownBlocks(view, buyer, stored),
      poolMicros: supply.poolMicros,
      closedMicros: readLoss(view(docs.loss(stored.id)))?.closedMicros ?? 0,
    });
    const kind = returned.kind === 'refund' ? 'payment-refunded' : 'payment-disputed';
    const accepted = accept(stored, change, kind, returned.cents, now, view);
    const documents = [...accepted.documents, ...supplyDocuments(change, supply)];
    return { ...accepted, documents };
  },
});

/**
 * Gives back what a clawback took, because the dispute was won or the refund failed. Records nothing before its
 * clawback is recorded.
 */
export const reinstateEntry = (order: Order, returned: Returned): Entry<ClawbackResult> => ({
  id: `reinstate:${returned.id}`,
  kind: kindFor(order, 'order-reinstated'),
  actor: 'system',
  input: { orderId: order.id, ...returned },
  reads: paths(order),
  decide(view, now) {
    const stored = getOrder(view, order.id);
    if (!stored.clawbacks.includes(`clawback:${returned.id}`)) return nothing;
    const change = reinstate(
      stored,
      returned.cents,
      `reinstate:${returned.id}`,
      {
        buyer: getUser(view, stored.uid),
        block: getBlock(view, stored.blockId),
        closedMicros: readLoss(view(docs.loss(stored.id)))?.closedMicros ?? 0,
      },
      now,
    );
    const accepted = accept(stored, change, 'payment-reinstated', returned.cents, now, view);
    // Stryker disable next-line ConditionalExpression: Without it the pool is incremented by 0, which only adds contention.
    if (change.poolMicros === 0) return accepted;
    const pool = { path: docs.supplyGuard, fields: { poolMicros: -change.poolMicros } };
    return { ...accepted, increments: [...accepted.increments, pool] };
  },
});

/**
 * Takes tokens for a refund that had missed them, after another user's unpaid order has given them back
 * (N-MON-19). The id names only the attempt: each one takes the tokens for the next such refund, or finds none
 * left.
 */
export const recoverEntry = (uid: string, attempt: string): Entry<ClawbackResult> => ({
  id: `recover:${attempt}`,
  kind: 'order-recovered',
  actor: 'system',
  input: { uid },
  reads: [docs.userGuard(uid), docs.debt(uid), docs.supplyGuard],
  decide(view, now) {
    const buyer = getUser(view, uid);
    const [missed] = foundAgain(buyer);
    if (!missed) return nothing;
    const order = getOrder(view, missed.orderId);
    const supply = readSupplyGuard(view(docs.supplyGuard));
    const before = {
      buyer,
      ...ownBlocks(view, buyer, order),
      poolMicros: supply.poolMicros,
      closedMicros: readLoss(view(docs.loss(order.id)))?.closedMicros ?? 0,
    };
    const change = recover(order, missed, `recover:${attempt}`, before, now);
    const accepted = accept(order, change, 'payment-recovered', 0, now, view);
    const documents = [...accepted.documents, ...supplyDocuments(change, supply)];
    return { ...accepted, documents };
  },
});
