import { rates } from '../config.ts';
import { tokenWord } from '../format.ts';
import { centsToMicros } from '../money.ts';
import {
  checkPurchase,
  onlyOwnText,
  openOrdersRefusal,
  type PurchaseVariant,
} from '../purchase.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Millis, UsdMicros } from '../units.ts';
import {
  availableQty,
  type BlockGuard,
  type OpenOrder,
  type UserGuard,
  type WantedEdition,
} from './guards.ts';
import { takeTokens } from './lots.ts';
import { nothingTaken } from './nothing-taken.ts';
import { type Order, type OrderPart, PLATFORM } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';
import { forSale, listingsPerOrder, ownForSale, withListing } from './queue.ts';
import { refuseUnpaidHold } from './unpaid-holds.ts';

export interface OrderRequest {
  readonly orderId: string;
  readonly blockId: string;
  readonly qty: number;
  readonly variant: PurchaseVariant;
  readonly edition?: WantedEdition | undefined;
}

export interface Reservation {
  readonly order: Order;
  readonly user: UserGuard;
  readonly block: BlockGuard;
  readonly postings: Posting[];
}

const isSameEdition = (a: WantedEdition | undefined, b: WantedEdition | undefined): boolean =>
  a?.datId === b?.datId && a?.number === b?.number && a?.priceCents === b?.priceCents;

/** Finds the user's unpaid order for the same tokens and edition, which a second click reuses. */
export const findSameOrder = (
  user: UserGuard,
  request: Omit<OrderRequest, 'orderId'>,
  now: Millis,
): OpenOrder | undefined =>
  user.openOrders.find(
    (open) =>
      open.blockId === request.blockId &&
      open.qty === request.qty &&
      open.variant === request.variant &&
      isSameEdition(open.edition, request.edition) &&
      open.expiresAt > now,
  );

interface Taken {
  readonly block: BlockGuard;
  readonly parts: readonly OrderPart[];
}

/**
 * Takes tokens for an order: the platform's first, then sellers' in queue order, from at most
 * `listingsPerOrder` listings (N-MON-13).
 */
function takeFromBlock(block: BlockGuard, qty: number, buyerUid: string): Taken | Refusal {
  const platform = Math.min(qty, block.platformQty);
  const parts: OrderPart[] = [];
  if (platform > 0) {
    const faceMicros = centsToMicros(platform * block.priceCents);
    parts.push({ source: PLATFORM, sellerUid: PLATFORM, qty: platform, faceMicros });
  }
  let missing = qty - platform;
  let listings = listingsPerOrder(block.queue);
  let { queue } = block;
  for (const entry of missing > 0 ? forSale(block.queue, buyerUid) : []) {
    const taken = Math.min(missing, entry.qty);
    missing -= taken;
    listings -= 1;
    const sold = takeTokens(entry.lots, taken);
    if (isRefusal(sold))
      throw new Error(`Listing ${entry.listingId} has fewer tokens than it says`);
    const { faceMicros, taken: lots } = sold;
    const { listingId, sellerUid } = entry;
    parts.push({ source: listingId, sellerUid, qty: taken, faceMicros, lots });
    queue = withListing(queue, {
      ...entry,
      qty: entry.qty - taken,
      faceMicros: entry.faceMicros - faceMicros,
      lots: sold.lots,
      reserved: entry.reserved + taken,
    });
    if (missing === 0 || listings === 0) break;
  }
  if (missing > 0) {
    const most = qty - missing;
    const text = `At most ${most} ${tokenWord(most)} can be bought at once right now`;
    return refuse('invalid-argument', text);
  }
  const taken = {
    ...block,
    platformQty: block.platformQty - platform,
    platformReserved: block.platformReserved + platform,
    queue,
  };
  return { block: taken, parts };
}

/**
 * Returns the face of a buyer's next `qty` tokens of a block; undefined if one order cannot take that many.
 * Platform tokens have their price as face, sellers' tokens what they were issued at.
 *
 * @param block with the part of its queue that `unreadForSale` names
 */
export function faceOfNext(
  block: BlockGuard,
  qty: number,
  buyerUid: string,
): UsdMicros | undefined {
  const taken = takeFromBlock(block, qty, buyerUid);
  if (isRefusal(taken)) return undefined;
  return taken.parts.reduce((sum, { faceMicros }) => sum + faceMicros, 0);
}

export const reservePostings = (order: Order): Posting[] =>
  order.parts.flatMap((part) => {
    const holder = accounts.order(order.id);
    if (part.source === PLATFORM) {
      return move('TOKEN', accounts.block(order.blockId), holder, part.qty);
    }
    const queue = accounts.queue(order.blockId);
    return [
      ...move('TOKEN', queue, holder, part.qty),
      ...move('FACE', queue, holder, part.faceMicros),
    ];
  });

/** Returns the tokens of a block that a user can buy: all but their own listings (N-MON-17). */
export const availableTo = (block: BlockGuard, uid: string): number =>
  availableQty(block) - ownForSale(block.queue, uid);

/** Refuses a purchase if all tokens left in the block are the buyer's own (N-MON-17). */
const onlyOwn = (uid: string, block: BlockGuard): Refusal | undefined =>
  availableQty(block) > 0 && availableTo(block, uid) === 0
    ? refuse('failed-precondition', onlyOwnText)
    : undefined;

/**
 * Reserves tokens for a buyer until the payment provider says paid or expired (R-BLK-05, R-BLK-06). It fixes
 * where the tokens come from.
 *
 * @param block with the pages of the buyer's own listings, which the order skips (N-MON-17)
 * @returns the new states, or a refusal: the sentences of `checkPurchase` and `refuseUnpaidHold`, 'Finish or
 * cancel your open orders first.', or the most that one order can take from the queue (N-MON-13)
 */
export function reserveOrder(
  request: OrderRequest,
  user: UserGuard,
  block: BlockGuard,
  now: Millis,
): Reservation | Refusal {
  const offer = { priceCents: block.priceCents, available: availableTo(block, user.uid) };
  const refusal = onlyOwn(user.uid, block) ?? checkPurchase(request.variant, offer, request.qty);
  if (refusal) return refusal;
  if (request.qty > rates.maxOrderQty) {
    return refuse('invalid-argument', `At most ${rates.maxOrderQty} tokens in one order`);
  }
  if (user.openOrders.length >= rates.openOrdersPerUser) {
    return refuse('failed-precondition', openOrdersRefusal);
  }
  const { qty } = request;
  const held = refuseUnpaidHold(user, { qty, priceCents: block.priceCents }, now);
  if (held) return held;
  const taken = takeFromBlock(block, qty, user.uid);
  if (isRefusal(taken)) return taken;
  const { block: left, parts } = taken;
  const expiresAt = now + rates.reservationMillis;
  const order: Order = {
    id: request.orderId,
    uid: user.uid,
    blockId: block.id,
    priceCents: block.priceCents,
    qty,
    totalCents: qty * block.priceCents,
    variant: request.variant,
    state: 'reserved',
    parts,
    createdAt: now,
    expiresAt,
    sessionId: null,
    paymentIntentId: null,
    settledAt: null,
    refundedCents: 0,
    clawbacks: [],
    takenBack: nothingTaken,
    chargeFee: null,
    otherFees: [],
    reviewReason: null,
    checkout: null,
    ...(request.edition ? { edition: { ...request.edition, state: 'wanted' } } : {}),
  };
  const open = {
    orderId: order.id,
    blockId: block.id,
    qty: order.qty,
    variant: order.variant,
    totalCents: order.totalCents,
    expiresAt,
    ...(request.edition ? { edition: request.edition } : {}),
  };
  return {
    order,
    user: { ...user, openOrders: [...user.openOrders, open] },
    block: left,
    postings: reservePostings(order),
  };
}

/**
 * Reserves the tokens of an ended order again; undefined if the block has too few, and the money must be
 * returned.
 */
export function holdAgain(
  order: Order,
  block: BlockGuard,
): { order: Order; block: BlockGuard; postings: Posting[] } | undefined {
  const taken = takeFromBlock(block, order.qty, order.uid);
  if (isRefusal(taken)) return undefined;
  const { block: left, parts } = taken;
  const held: Order = { ...order, state: 'reserved', parts };
  return { order: held, block: left, postings: reservePostings(held) };
}
