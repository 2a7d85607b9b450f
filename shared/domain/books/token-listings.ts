import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { BlockGuard, UserGuard } from './guards.ts';
import { originOf, placed, returnToLots, takeTokens } from './lots.ts';
import { accounts, move, type Posting } from './postings.ts';

export interface ListingChange {
  readonly user: UserGuard;
  readonly block: BlockGuard;
  readonly qty: number;
  readonly postings: readonly Posting[];
}

const postingsOf = (user: UserGuard, block: BlockGuard, qty: number, faceMicros: number) => [
  ...move('TOKEN', accounts.user(user.uid), accounts.queue(block.id), qty),
  ...move('FACE', accounts.user(user.uid), accounts.queue(block.id), faceMicros),
];

export const withoutOpenListing = (user: UserGuard, listingId: string): UserGuard => ({
  ...user,
  openListings: user.openListings.filter((open) => open.listingId !== listingId),
});

/** Moves a user's oldest tokens, with their face, to the end of a block's queue. */
export function queueTokens(
  listingId: string,
  user: UserGuard,
  block: BlockGuard,
  qty: number,
): ListingChange | Refusal {
  const taken = takeTokens(placed(user.lots), qty);
  if (isRefusal(taken)) return taken;
  const { faceMicros, taken: lots } = taken;
  const free = { reserved: 0, cancelled: false };
  const entry = { listingId, sellerUid: user.uid, qty, faceMicros, lots, ...free };
  const openListings = [...user.openListings, { listingId, blockId: block.id }];
  return {
    user: { ...user, lots: taken.lots, openListings },
    block: { ...block, queue: [...block.queue, entry] },
    qty,
    postings: postingsOf(user, block, qty, faceMicros),
  };
}

/**
 * Takes back what is neither sold nor held by an order. The tokens return to the lots they
 * came from: block, price and face as before.
 */
export function unqueueTokens(
  listingId: string,
  user: UserGuard,
  block: BlockGuard,
): ListingChange | Refusal {
  const listing = block.queue.find((entry) => entry.listingId === listingId);
  if (listing?.sellerUid !== user.uid || listing.cancelled) {
    return refuse('not-found', 'Listing not found');
  }
  const { qty, faceMicros } = listing;
  const rest = { ...listing, qty: 0, faceMicros: 0, lots: [], cancelled: true };
  const queue = block.queue.flatMap((entry) => {
    if (entry.listingId !== listingId) return [entry];
    return rest.reserved > 0 ? [rest] : [];
  });
  return {
    user: {
      ...withoutOpenListing(user, listingId),
      lots: returnToLots(user.lots, originOf(listing)),
    },
    block: { ...block, queue },
    qty,
    postings: postingsOf(user, block, -qty, -faceMicros),
  };
}
