import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { holdAgain } from '@datchain/shared/domain/books/reserve-order.ts';
import {
  type Sale,
  type Settlement,
  settleOrder,
} from '@datchain/shared/domain/books/settle-order.ts';
import type { Accepted, Entry, View } from '../entry.ts';
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
import { blockDocuments, listingPaths, withForSale, withOrderListings } from './queue-documents.ts';

export interface Payment {
  readonly sessionId: string;
  readonly paymentIntentId: string | null;
}

/** `settled`: the tokens are the buyer's. `refund`: it was paid too late and the stock is gone. */
export type SettleResult = { outcome: 'settled' | 'refund' | 'unchanged' };

type Sold = Pick<Sale, 'qty' | 'grossMicros' | 'earnedMicros'>;

const plus = (a: Sold, b: Sold): Sold => ({
  qty: a.qty + b.qty,
  grossMicros: a.grossMicros + b.grossMicros,
  earnedMicros: a.earnedMicros + b.earnedMicros,
});

/**
 * Makes one movement for the buyer and one per seller, even if several listings of a seller were bought. A user
 * who buys back their own tokens sees both in the purchase.
 */
function listMovements({ order, sales }: Settlement, now: number) {
  const { uid, id: orderId, blockId, priceCents, qty, totalCents } = order;
  const bySeller = new Map<string, Sold>();
  for (const { sellerUid, ...sold } of sales) {
    const known = bySeller.get(sellerUid);
    bySeller.set(sellerUid, known ? plus(known, sold) : sold);
  }
  const own = bySeller.get(uid);
  bySeller.delete(uid);
  const block = { at: now, blockId, priceCents };
  const { edition: wanted } = order;
  const bought = {
    kind: 'tokens-bought' as const,
    ...block,
    orderId,
    qty,
    totalCents,
    ...(wanted ? { datId: wanted.datId, edition: wanted.number } : {}),
  };
  return [
    { uid, data: own ? { ...bought, earnedMicros: own.earnedMicros, ownQty: own.qty } : bought },
    ...[...bySeller].map(([sellerUid, sold]) => ({
      uid: sellerUid,
      data: { kind: 'tokens-sold' as const, ...block, ...sold },
    })),
  ];
}

/** Increments what each listing has sold; listings' owners see it, and no decision depends on it. */
const soldIncrements = ({ parts }: Order) =>
  parts
    .filter(({ source }) => source !== PLATFORM)
    .map(({ source, qty }) => ({ path: docs.listing(source), fields: { soldQty: qty } }));

function accept(settlement: Settlement, view: View, now: number): Accepted<SettleResult> {
  const { order, buyer, block, sellers, books, poolMicros, postings } = settlement;
  return {
    result: { outcome: 'settled' },
    postings,
    documents: [
      ...orderDocuments(order, view),
      ...blockDocuments(block),
      ...[buyer, ...sellers].map(userDocument),
    ],
    increments: [
      { path: docs.supplyGuard, fields: { poolMicros } },
      { path: docs.books, fields: { ...books } },
      ...soldIncrements(order),
    ],
    movements: listMovements(settlement, now),
    touched: [
      `block:${block.id}`,
      'supply',
      ...[buyer, ...sellers].map((user) => `user:${user.uid}`),
    ],
  };
}

export const settlementId = (orderId: string): string => `settle:${orderId}`;

/**
 * Holds tokens for an ended order again; undefined if there are too few, or its buyer's account is closed.
 */
function heldAgain(view: View, order: Order) {
  const buyer = getUser(view, order.uid);
  // Nothing is delivered to a closed account (N-MON-22).
  if (buyer.closedAt !== undefined) return undefined;
  return holdAgain(order, withForSale(view, getBlock(view, order.blockId), order.qty, buyer));
}

/**
 * Delivers a paid order, once. An order paid after its end is delivered if the block still has enough;
 * otherwise the answer is `refund`.
 *
 * @param order as last read; it names the guards to read
 */
export const settleEntry = (order: Order, payment: Payment): Entry<SettleResult> => ({
  id: settlementId(order.id),
  kind: 'order-settled',
  actor: 'system',
  input: { orderId: order.id, ...payment },
  reads: [...orderPaths(order.id), ...guardPaths(order), ...listingPaths(order)],
  decide(view, now) {
    const stored = getOrder(view, order.id);
    if (stored.state !== 'reserved' && stored.state !== 'ended') {
      return { answer: { outcome: 'unchanged' } };
    }
    const block = getBlock(view, stored.blockId);
    const held =
      stored.state === 'ended'
        ? heldAgain(view, stored)
        : { order: stored, block: withOrderListings(view, block, stored), postings: [] };
    if (!held) return { answer: { outcome: 'refund' } };
    const users = readOrderUsers(view, held.order);
    const paid = { ...held.order, sessionId: payment.sessionId };
    const settlement = settleOrder(paid, users, held.block, payment.paymentIntentId, now);
    const postings = [...held.postings, ...settlement.postings];
    return accept({ ...settlement, postings }, view, now);
  },
});
