import type { UsdMicros } from '../units.ts';
import type { BlockGuard, Lot, QueueEntry, UserGuard } from './guards.ts';
import { isSameLot, type LotKey } from './lots.ts';
import { accounts, move, type Posting } from './postings.ts';
import { findListing, withListing } from './queue.ts';
import { withoutOpenListing } from './token-listings.ts';

export interface TakenOfListing {
  readonly listingId: string;
  readonly blockId: string;
  readonly qty: number;
  readonly faceMicros: UsdMicros;
}

/** The part of a lot that a refund takes: exact face, and at most this many tokens. */
export interface Wanted {
  readonly tokens: number;
  readonly faceMicros: UsdMicros;
}

/** The tokens of an order that its buyer still had, in the wallet and in listings. */
export interface Found {
  readonly buyer: UserGuard;
  readonly blocks: readonly BlockGuard[];
  readonly tokens: number;
  readonly faceMicros: UsdMicros;
  readonly listings: readonly TakenOfListing[];
  readonly postings: readonly Posting[];
}

const none = { tokens: 0, faceMicros: 0 };

/** Takes face from one lot, to the micro, with its tokens. Unless all face goes, one token stays with the face left. */
function takeFromLot(lots: readonly Lot[], key: LotKey, wanted: Wanted) {
  const own = lots.find((lot) => isSameLot(lot, key));
  if (!own || wanted.faceMicros <= 0) return { lots, ...none };
  if (wanted.faceMicros >= own.faceMicros) {
    const { qty: tokens, faceMicros } = own;
    return { lots: lots.filter((lot) => lot !== own), tokens, faceMicros };
  }
  const { faceMicros } = wanted;
  const tokens = Math.min(wanted.tokens, own.qty - 1);
  const left = { ...own, qty: own.qty - tokens, faceMicros: own.faceMicros - faceMicros };
  return { lots: lots.map((lot) => (lot === own ? left : lot)), tokens, faceMicros };
}

const less = (wanted: Wanted, taken: Wanted): Wanted => ({
  tokens: Math.max(0, wanted.tokens - taken.tokens),
  faceMicros: wanted.faceMicros - taken.faceMicros,
});

const without = (entry: QueueEntry, taken: ReturnType<typeof takeFromLot>): QueueEntry => ({
  ...entry,
  qty: entry.qty - taken.tokens,
  faceMicros: entry.faceMicros - taken.faceMicros,
  lots: taken.lots,
});

/**
 * Takes back tokens of one lot: from the wallet first, then from listings made from it. The newest listing goes
 * first, so that the best places in a queue are kept. A listing ends when it has no tokens and no order holds
 * any.
 */
export function takeDelivered(
  buyerBefore: UserGuard,
  blocksBefore: readonly BlockGuard[],
  key: LotKey,
  wanted: Wanted,
): Found {
  const wallet = takeFromLot(buyerBefore.lots, key, wanted);
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
    const taken = takeFromLot(entry.lots, key, less(wanted, { tokens, faceMicros }));
    if (taken.faceMicros === 0) continue;
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
  const to = accounts.block(key.blockId);
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
