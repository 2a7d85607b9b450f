import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Clawback, clawBack, reinstate } from '@datchain/shared/domain/books/clawback.ts';
import type { UserGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
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
import { blockDocuments, withListings } from './queue-documents.ts';

/** Money of a payment that went back to the card, or came back from there, as Stripe names it. */
export interface Returned {
  /** The refund's or the dispute's id. */
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly cents: Cents;
}

/** What the caller has to do next: a debt that could be paid from earnings. */
export interface ClawbackResult {
  readonly recorded: boolean;
  readonly debtMicros: number;
}

const nothing = { answer: { recorded: false, debtMicros: 0 } };

export const debtDocument = ({ uid, debtMicros }: UserGuard) => ({
  path: docs.debt(uid),
  data: { uid, debtMicros },
});

type Kind = 'payment-refunded' | 'payment-disputed' | 'payment-reinstated';

function accept(change: Clawback, kind: Kind, cents: Cents, now: number, view: View) {
  const { order, buyer, block, listedIn, listings, debtMicros, books } = change;
  const { id: orderId, uid, blockId, priceCents } = order;
  const amounts = { qty: change.tokens + change.otherTokens, debtMicros, totalCents: cents };
  return {
    result: { recorded: true, debtMicros: buyer.debtMicros },
    postings: change.postings,
    refs: { orderId },
    documents: [
      ...orderDocuments(order, view),
      userDocument(buyer),
      ...[block, ...listedIn].flatMap(blockDocuments),
      ...(debtMicros === 0 ? [] : [debtDocument(buyer)]),
    ],
    increments: [
      { path: docs.books, fields: { ...books } },
      ...listings.map((one) => ({
        path: docs.listing(one.listingId),
        fields: { takenBackQty: one.qty },
      })),
    ],
    movements: [{ uid, data: { kind, at: now, orderId, blockId, priceCents, ...amounts } }],
    touched: [`user:${uid}`, ...[block, ...listedIn].map(({ id }) => `block:${id}`), 'supply'],
  } satisfies Accepted<ClawbackResult>;
}

const paths = (order: Order): string[] => [
  ...orderPaths(order.id),
  docs.userGuard(order.uid),
  docs.blockGuard(order.blockId),
  docs.debt(order.uid),
];

/**
 * Takes back what a settled order delivered for money that returned to the card, once per refund
 * and dispute. Records nothing while the order is not settled: there is nothing to take back.
 */
export const clawbackEntry = (order: Order, returned: Returned): Entry<ClawbackResult> => ({
  id: `clawback:${returned.id}`,
  kind: 'order-clawed-back',
  actor: 'system',
  input: { orderId: order.id, ...returned },
  reads: [...paths(order), docs.supplyGuard],
  decide(view, now) {
    const stored = getOrder(view, order.id);
    if (stored.state !== 'settled') return nothing;
    const supply = readSupplyGuard(view(docs.supplyGuard));
    const buyer = getUser(view, stored.uid);
    const elsewhere = new Set(buyer.openListings.map(({ blockId }) => blockId));
    elsewhere.delete(stored.blockId);
    const withOwn = (id: string) => {
      const own = buyer.openListings.filter(({ blockId }) => blockId === id);
      const listingIds = own.map(({ listingId }) => listingId);
      return withListings(view, getBlock(view, id), listingIds);
    };
    const change = clawBack(stored, returned.cents, `clawback:${returned.id}`, {
      buyer,
      listedIn: [...elsewhere].map(withOwn),
      block: withOwn(stored.blockId),
      poolMicros: supply.poolMicros,
    });
    const kind = returned.kind === 'refund' ? 'payment-refunded' : 'payment-disputed';
    const accepted = accept(change, kind, returned.cents, now, view);
    if (change.poolMicros === 0) return accepted;
    // The whole value, not an increment: the decision relied on what was read of the pool.
    const poolMicros = supply.poolMicros - change.poolMicros;
    const document = { path: docs.supplyGuard, data: { ...supply, poolMicros } };
    return { ...accepted, documents: [...accepted.documents, document] };
  },
});

/**
 * Gives back what a clawback took, because the dispute was won or the refund failed. Only what was
 * taken can come back: before its clawback nothing is recorded.
 */
export const reinstateEntry = (order: Order, returned: Returned): Entry<ClawbackResult> => ({
  id: `reinstate:${returned.id}`,
  kind: 'order-reinstated',
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
      { buyer: getUser(view, stored.uid), block: getBlock(view, stored.blockId) },
      now,
    );
    const accepted = accept(change, 'payment-reinstated', returned.cents, now, view);
    if (change.poolMicros === 0) return accepted;
    const pool = { path: docs.supplyGuard, fields: { poolMicros: -change.poolMicros } };
    return { ...accepted, increments: [...accepted.increments, pool] };
  },
});
