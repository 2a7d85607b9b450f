import type { UsdMicros } from '../units.ts';
import type { BlockGuard, Lot, Missed, UserGuard } from './guards.ts';
import { isSameLot, returnToLots } from './lots.ts';
import type { Order } from './orders.ts';
import { findListing } from './queue.ts';
import { missingFace } from './returned.ts';

/**
 * Updates the refunds that a buyer's wallet remembers, because others' unpaid orders hold tokens they missed
 * (N-MON-19). Held tokens are not sold: orders that end unpaid return them to the wallet, where the refund
 * takes them.
 *
 * @param blocks those with listings of the buyer, as far as read
 */
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

export interface SetAside {
  readonly seller: UserGuard;
  readonly aside: readonly Lot[];
  readonly rest: readonly Lot[];
}

/**
 * Splits a lot for a refund: exact face (N-MON-18), with the missing tokens. At least one token goes with the
 * face, and one stays with any face left, unless the lot has only one.
 */
function split(lot: Lot, wanted: { readonly qty: number; readonly faceMicros: UsdMicros }) {
  if (lot.qty === 1 || wanted.faceMicros >= lot.faceMicros) return { aside: lot, rest: [] };
  const qty = Math.max(1, Math.min(wanted.qty, lot.qty - 1));
  const { faceMicros } = wanted;
  const left = { ...lot, qty: lot.qty - qty, faceMicros: lot.faceMicros - faceMicros };
  return { aside: { ...lot, qty, faceMicros }, rest: [left] };
}

/** Sets aside returned tokens of a listing for earlier refunds that missed them. */
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

/** Returns the refunds with tokens set aside in the wallet. */
export const foundAgain = ({ missed }: UserGuard): readonly Missed[] =>
  missed.filter(({ foundQty }) => foundQty > 0);
