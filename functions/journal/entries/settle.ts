import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import { holdAgain } from '@datchain/shared/domain/books/reserve-order.ts';
import { type Settlement, settleOrder } from '@datchain/shared/domain/books/settle-order.ts';
import type { Accepted, Entry, View } from '../entry.ts';
import {
  blockDocument,
  getBlock,
  getOrder,
  guardPaths,
  orderDocument,
  userDocument,
  usersOf,
} from './order-documents.ts';

export interface Payment {
  readonly sessionId: string;
  readonly paymentIntentId: string | null;
}

/** settled: the tokens are the buyer's. refund: it was paid too late and the stock is gone. */
export type SettleResult = { outcome: 'settled' | 'refund' | 'unchanged' };

function movementsOf(settlement: Settlement, now: number) {
  const { order, sales } = settlement;
  const { id: orderId, blockId, priceCents, qty, totalCents } = order;
  const bought = { kind: 'tokens-bought', at: now, orderId, blockId, priceCents, qty, totalCents };
  const sold = sales.map(({ sellerUid, qty: soldQty, grossMicros, earnedMicros }) => ({
    uid: sellerUid,
    data: {
      kind: 'tokens-sold',
      at: now,
      blockId,
      priceCents,
      qty: soldQty,
      grossMicros,
      earnedMicros,
    },
  }));
  // A user who buys own tokens back sees one line: the purchase.
  return [{ uid: order.uid, data: bought }, ...mergeBySeller(sold, order.uid)];
}

type Movement = { uid: string; data: Record<string, string | number> };

/** One line per seller, also when several of a seller's listings were bought. */
function mergeBySeller(movements: readonly Movement[], buyerUid: string): Movement[] {
  const bySeller = new Map<string, Movement>();
  for (const movement of movements) {
    if (movement.uid === buyerUid) continue;
    const known = bySeller.get(movement.uid);
    const data = { ...movement.data };
    for (const field of ['qty', 'grossMicros', 'earnedMicros']) {
      data[field] = Number(known?.data[field] ?? 0) + Number(data[field]);
    }
    bySeller.set(movement.uid, { uid: movement.uid, data });
  }
  return [...bySeller.values()];
}

/** What each listing sold of it; its owner sees that, and nobody decides by it. */
const soldOf = ({ parts }: Order) =>
  parts
    .filter(({ source }) => source !== PLATFORM)
    .map(({ source, qty }) => ({ path: docs.listing(source), fields: { soldQty: qty } }));

function accept(
  settlement: Settlement,
  before: readonly Posting[],
  now: number,
): Accepted<SettleResult> {
  const { order, buyer, block, sellers, books, poolMicros, postings } = settlement;
  return {
    result: { outcome: 'settled' },
    postings: [...before, ...postings],
    documents: [
      orderDocument(order),
      blockDocument(block),
      ...[buyer, ...sellers].map(userDocument),
    ],
    increments: [
      { path: docs.supplyGuard, fields: { poolMicros } },
      { path: docs.books, fields: { ...books } },
      ...soldOf(order),
    ],
    movements: movementsOf(settlement, now),
    touched: [
      `block:${block.id}`,
      'supply',
      ...[buyer, ...sellers].map((user) => `user:${user.uid}`),
    ],
  };
}

/** Guards the entry did not read yet: those of a late payment's new sellers. All of them exist. */
const missingGuards = (order: Order, view: View): string[] =>
  guardPaths(order).filter((path) => view(path) === undefined);

/**
 * Delivers a paid order, once. Paid after it was released: delivered if the block still has enough,
 * otherwise answered with 'refund'.
 *
 * @param order the order as last seen, which names the guards to read
 */
export const settleEntry = (order: Order, payment: Payment): Entry<SettleResult> => ({
  id: `settle:${order.id}`,
  kind: 'order-settled',
  actor: 'system',
  input: { orderId: order.id, ...payment },
  reads: [docs.order(order.id), ...guardPaths(order)],
  decide(view, now) {
    const stored = getOrder(view, order.id);
    if (stored.state !== 'reserved' && stored.state !== 'released') {
      return { answer: { outcome: 'unchanged' } };
    }
    const block = getBlock(view, stored.blockId);
    const held =
      stored.state === 'released'
        ? holdAgain(stored, block)
        : { order: stored, block, postings: [] };
    if (!held) return { answer: { outcome: 'refund' } };
    const missing = missingGuards(held.order, view);
    if (missing.length > 0) return { more: missing };
    const users = usersOf(view, held.order);
    const paid = { ...held.order, sessionId: payment.sessionId };
    const settlement = settleOrder(paid, users, held.block, payment.paymentIntentId, now);
    return accept(settlement, held.postings, now);
  },
});
