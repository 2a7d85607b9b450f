import type { UsdMicros } from '../units.ts';
import type { BlockGuard, Lot, QueueEntry, UserGuard } from './guards.ts';
import { originOf, takeUpTo } from './lots.ts';
import { accounts, move, type Posting } from './postings.ts';
import { findListing, withListing } from './queue.ts';
import { withoutOpenListing } from './token-listings.ts';

/** Tokens that a listing lost to a refund. */
export interface TakenOfListing {
  readonly listingId: string;
  readonly blockId: string;
  readonly qty: number;
  readonly faceMicros: UsdMicros;
}

/** Which of an order's tokens its buyer still had, in the wallet and in listings. */
export interface Found {
  readonly buyer: UserGuard;
  readonly blocks: readonly BlockGuard[];
  readonly tokens: number;
  readonly faceMicros: UsdMicros;
  readonly listings: readonly TakenOfListing[];
  /** To the order's block, and the face out of the books. */
  readonly postings: readonly Posting[];
}

/** Takes tokens out of the lot of one block, as many as there are, with their face. */
function takeFromLot(lots: readonly Lot[], blockId: string, qty: number) {
  const own = lots.filter((lot) => lot.blockId === blockId);
  const { lots: rest, tokens, faceMicros } = takeUpTo(own, qty);
  // There is one lot per block.
  const left = lots.flatMap((lot) => (lot.blockId === blockId ? rest : [lot]));
  return { lots: left, tokens, faceMicros };
}

const without = (entry: QueueEntry, taken: ReturnType<typeof takeFromLot>): QueueEntry => ({
  ...entry,
  qty: entry.qty - taken.tokens,
  faceMicros: entry.faceMicros - taken.faceMicros,
  lots: taken.lots,
});

/**
 * Takes back tokens of one block's lot: out of the wallet first, then out of the user's listings
 * that came from that lot, the newest first, so that the best places in a queue are kept. Listings
 * keep their place while they have tokens, or while an order holds some; then they end.
 */
export function takeDelivered(
  buyerBefore: UserGuard,
  blocksBefore: readonly BlockGuard[],
  blockId: string,
  wanted: number,
): Found {
  const wallet = takeFromLot(buyerBefore.lots, blockId, wanted);
  let buyer: UserGuard = { ...buyerBefore, lots: wallet.lots };
  let blocks = blocksBefore;
  let { tokens, faceMicros } = wallet;
  const listings: TakenOfListing[] = [];
  const open = buyer.openListings.flatMap(({ listingId, blockId: at }) => {
    const block = blocks.find(({ id }) => id === at);
    const entry = block && findListing(block.queue, listingId);
    return entry ? [{ at, entry }] : [];
  });
  for (const { at, entry } of open.reverse()) {
    const taken = takeFromLot(originOf(entry), blockId, wanted - tokens);
    if (taken.tokens === 0) continue;
    const left = without(entry, taken);
    const isOver = left.qty === 0 && left.reserved === 0;
    blocks = blocks.map((block) =>
      block.id === at ? { ...block, queue: withListing(block.queue, left) } : block,
    );
    if (isOver) buyer = withoutOpenListing(buyer, entry.listingId);
    tokens += taken.tokens;
    faceMicros += taken.faceMicros;
    const { listingId } = entry;
    listings.push({ listingId, blockId: at, qty: taken.tokens, faceMicros: taken.faceMicros });
  }
  const to = accounts.block(blockId);
  return {
    buyer,
    blocks,
    tokens,
    faceMicros,
    listings,
    postings: [
      ...move('TOKEN', accounts.user(buyer.uid), to, wallet.tokens),
      ...move('FACE', accounts.user(buyer.uid), accounts.issuer, wallet.faceMicros),
      ...listings.flatMap((one) => [
        ...move('TOKEN', accounts.queue(one.blockId), to, one.qty),
        ...move('FACE', accounts.queue(one.blockId), accounts.issuer, one.faceMicros),
      ]),
    ],
  };
}
