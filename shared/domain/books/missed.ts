import type { BlockGuard, Lot, Missed, UserGuard } from './guards.ts';
import { isSameLot, returnToLots, takeUpTo } from './lots.ts';
import type { Order } from './orders.ts';
import { findListing } from './queue.ts';

/**
 * Tokens that others' unpaid orders hold are not sold (N-MON-19). A refund that misses tokens while
 * orders hold some of its buyer's listings is remembered here; what those orders give back is set
 * aside in the wallet, and then taken for the refund.
 */

/**
 * What is remembered of a buyer's refunds after one more has looked for tokens, or one came back.
 *
 * @param blocks in which the buyer has listings, as far as they were read
 */
export function withMissed(
  buyer: UserGuard,
  order: Order,
  blocks: readonly BlockGuard[],
): readonly Missed[] {
  const others = buyer.missed.filter(({ orderId }) => orderId !== order.id);
  const known = buyer.missed.find(({ orderId }) => orderId === order.id);
  const { missing: qty } = order.takenBack;
  if (qty === 0) return others;
  const held = buyer.openListings.flatMap(({ listingId, blockId }) => {
    const block = blocks.find(({ id }) => id === blockId);
    const entry = block && findListing(block.queue, listingId);
    return entry && entry.reserved > 0 ? [listingId] : [];
  });
  const listingIds = [...new Set([...(known?.listingIds ?? []), ...held])];
  if (listingIds.length === 0) return others;
  const { id: orderId, blockId, isOwnLot } = order;
  const lot = { blockId, ...(isOwnLot ? { isOwnLot } : {}) };
  const found = { foundQty: known?.foundQty ?? 0, foundFaceMicros: known?.foundFaceMicros ?? 0 };
  return [...others, { orderId, ...lot, qty, listingIds, ...found }];
}

const keyOf = ({ orderId, blockId, isOwnLot }: Missed) =>
  isOwnLot ? { blockId, orderId } : { blockId };

/** Tokens that came back from an order, and whom they go to. */
export interface SetAside {
  readonly seller: UserGuard;
  /** Those set aside, in the seller's wallet. */
  readonly aside: readonly Lot[];
  readonly rest: readonly Lot[];
}

/** Sets aside what of a listing's tokens an earlier refund has missed, as they come back. */
export function setAside(seller: UserGuard, listingId: string, returned: readonly Lot[]): SetAside {
  let rest = returned;
  const aside: Lot[] = [];
  const missed = seller.missed.map((one) => {
    const lot = rest.find((each) => isSameLot(each, keyOf(one)));
    const wanted = one.qty - one.foundQty;
    if (!lot || wanted <= 0 || !one.listingIds.includes(listingId)) return one;
    const { lots: left, taken, tokens, faceMicros } = takeUpTo([lot], wanted);
    rest = rest.flatMap((each) => (each === lot ? left : [each]));
    aside.push(...taken);
    return {
      ...one,
      foundQty: one.foundQty + tokens,
      foundFaceMicros: one.foundFaceMicros + faceMicros,
    };
  });
  if (aside.length === 0) return { seller, aside, rest };
  return { seller: { ...seller, missed, lots: returnToLots(seller.lots, aside) }, aside, rest };
}

/** The refunds of a user for which tokens are set aside. */
export const foundAgain = ({ missed }: UserGuard): readonly Missed[] =>
  missed.filter(({ foundQty }) => foundQty > 0);
