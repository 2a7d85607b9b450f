import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { BlockGuard, UserGuard } from './guards.ts';
import { addToLots, takeTokens } from './lots.ts';
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

/** Moves a user's oldest tokens, with their face, to the end of a block's queue. */
export function queueTokens(
  listingId: string,
  user: UserGuard,
  block: BlockGuard,
  qty: number,
): ListingChange | Refusal {
  const taken = takeTokens(user.lots, qty);
  if (isRefusal(taken)) return taken;
  const { faceMicros } = taken;
  const entry = { listingId, sellerUid: user.uid, qty, faceMicros, reserved: 0, cancelled: false };
  return {
    user: { ...user, lots: taken.lots },
    block: { ...block, queue: [...block.queue, entry] },
    qty,
    postings: postingsOf(user, block, qty, faceMicros),
  };
}

/**
 * Takes back what is neither sold nor held by an order. The tokens return as a lot of the block
 * they were listed in, with the face they brought.
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
  const { id: blockId, priceCents } = block;
  const rest = { ...listing, qty: 0, faceMicros: 0, cancelled: true };
  const queue = block.queue.flatMap((entry) => {
    if (entry.listingId !== listingId) return [entry];
    return rest.reserved > 0 ? [rest] : [];
  });
  const lots = qty > 0 ? addToLots(user.lots, { blockId, priceCents, qty, faceMicros }) : user.lots;
  return {
    user: { ...user, lots },
    block: { ...block, queue },
    qty,
    postings: postingsOf(user, block, -qty, -faceMicros),
  };
}
