import { rates } from '../config.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { BlockGuard, UserGuard } from './guards.ts';
import { placed, returnToLots, takeTokens } from './lots.ts';
import { accounts, move, type Posting } from './postings.ts';
import { append, findListing, withListing } from './queue.ts';

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

const withCancelled = (user: UserGuard, listingId: string): UserGuard => ({
  ...user,
  openListings: user.openListings.map((open) =>
    open.listingId === listingId ? { ...open, cancelled: true } : open,
  ),
});

/**
 * Moves a user's oldest tokens, with their face, to the end of a block's queue (N-MON-13). Refuses more than
 * 50 open listings.
 */
export function queueTokens(
  listingId: string,
  user: UserGuard,
  block: BlockGuard,
  qty: number,
): ListingChange | Refusal {
  const taken = takeTokens(placed(user.lots), qty);
  if (isRefusal(taken)) return taken;
  const most = rates.openListingsPerUser;
  if (user.openListings.filter(({ cancelled }) => !cancelled).length >= most) {
    return refuse('failed-precondition', `You can have ${most} open listings. Cancel one first.`);
  }
  const { faceMicros, taken: lots } = taken;
  const free = { reserved: 0, cancelled: false };
  const entry = { listingId, sellerUid: user.uid, qty, faceMicros, lots, ...free };
  const openListings = [...user.openListings, { listingId, blockId: block.id }];
  return {
    user: { ...user, lots: taken.lots, openListings },
    block: { ...block, queue: append(block.queue, entry) },
    qty,
    postings: postingsOf(user, block, qty, faceMicros),
  };
}

/** Cancels a listing and returns tokens that are neither sold nor reserved to their lots. */
export function unqueueTokens(
  listingId: string,
  user: UserGuard,
  block: BlockGuard,
): ListingChange | Refusal {
  const listing = findListing(block.queue, listingId);
  if (listing?.sellerUid !== user.uid || listing.cancelled) {
    return refuse('not-found', 'Listing not found');
  }
  const { qty, faceMicros } = listing;
  const rest = { ...listing, qty: 0, faceMicros: 0, lots: [], cancelled: true };
  // The listing stays known while orders hold some of its tokens.
  const kept =
    listing.reserved > 0 ? withCancelled(user, listingId) : withoutOpenListing(user, listingId);
  return {
    user: { ...kept, lots: returnToLots(user.lots, listing.lots) },
    block: { ...block, queue: withListing(block.queue, rest) },
    qty,
    postings: postingsOf(user, block, -qty, -faceMicros),
  };
}
