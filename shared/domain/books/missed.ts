import type { UsdMicros } from '../units.ts';
import type { BlockGuard, Lot, Missed, UserGuard } from './guards.ts';
import { isSameLot, returnToLots } from './lots.ts';
import type { Order } from './orders.ts';
import { findListing } from './queue.ts';
import { missingFace } from './returned.ts';

/**
 * Tokens that others' unpaid orders hold are not sold (N-MON-19). A refund that misses tokens while
 * orders hold some of its buyer's listings is remembered here; what those orders give back is set
 * aside in the wallet, and then taken for the refund.
 */

/** Updates what is remembered of a buyer's refunds. @param blocks in which the buyer has listings, as far as read */
export function withMissed(
  buyer: UserGuard,
  order: Order,
  blocks: readonly BlockGuard[],
): readonly Missed[] {
  const others = buyer.missed.filter(({ orderId }) => orderId !== order.id);
  const known = buyer.missed.find(({ orderId }) => orderId === order.id);
  const faceMicros = missingFace(order);
  if (faceMicros === 0) return others;
  const held = buyer.openListings.flatMap(({ listingId, blockId }) => {
    const block = blocks.find(({ id }) => id === blockId);
    const entry = block && findListing(block.queue, listingId);
    return entry && entry.reserved > 0 ? [listingId] : [];
  });
  const listingIds = [...new Set([...(known?.listingIds ?? []), ...held])];
  if (listingIds.length === 0) return others;
  const { id: orderId, blockId, isOwnLot, takenBack } = order;
  const lot = { blockId, ...(isOwnLot ? { isOwnLot } : {}) };
  const found = { foundQty: known?.foundQty ?? 0, foundFaceMicros: known?.foundFaceMicros ?? 0 };
  return [...others, { orderId, ...lot, qty: takenBack.missing, faceMicros, listingIds, ...found }];
}

const keyOf = ({ orderId, blockId, isOwnLot }: Missed) =>
  isOwnLot ? { blockId, orderId } : { blockId };

/** Tokens that came back from an order, and whom they go to. */
export interface SetAside {
  readonly seller: UserGuard;
  readonly aside: readonly Lot[];
  readonly rest: readonly Lot[];
}

/**
 * Splits a lot for a refund: its face to the micro (N-MON-18), with the tokens that are missing. One
 * token at least goes with the face, and one stays with face that is left, unless there is only one.
 */
function split(lot: Lot, wanted: { readonly qty: number; readonly faceMicros: UsdMicros }) {
  if (lot.qty === 1 || wanted.faceMicros >= lot.faceMicros) return { aside: lot, rest: [] };
  const qty = Math.max(1, Math.min(wanted.qty, lot.qty - 1));
  const { faceMicros } = wanted;
  const left = { ...lot, qty: lot.qty - qty, faceMicros: lot.faceMicros - faceMicros };
  return { aside: { ...lot, qty, faceMicros }, rest: [left] };
}

/** Sets aside what of a listing's tokens an earlier refund has missed, as they come back. */
export function setAside(seller: UserGuard, listingId: string, returned: readonly Lot[]): SetAside {
  let rest = returned;
  const aside: Lot[] = [];
  const missed = seller.missed.map((one) => {
    const lot = rest.find((each) => isSameLot(each, keyOf(one)));
    const faceMicros = one.faceMicros - one.foundFaceMicros;
    if (!lot || faceMicros <= 0 || !one.listingIds.includes(listingId)) return one;
    const parts = split(lot, { qty: one.qty - one.foundQty, faceMicros });
    rest = rest.flatMap((each) => (each === lot ? parts.rest : [each]));
    aside.push(parts.aside);
    return {
      ...one,
      foundQty: one.foundQty + parts.aside.qty,
      foundFaceMicros: one.foundFaceMicros + Math.min(faceMicros, parts.aside.faceMicros),
    };
  });
  if (aside.length === 0) return { seller, aside, rest };
  return { seller: { ...seller, missed, lots: returnToLots(seller.lots, aside) }, aside, rest };
}

/** The refunds of a user for which tokens are set aside. */
export const foundAgain = ({ missed }: UserGuard): readonly Missed[] =>
  missed.filter(({ foundQty }) => foundQty > 0);
