import {
  readQueuePage,
  readQueueShelf,
  storeBlockGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { BlockGuard, Queue, UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import {
  findListing,
  type Unread,
  unreadAt,
  unreadForSale,
  withRead,
} from '@datchain/shared/domain/books/queue.ts';
import type { View } from '../entry.ts';

/** Writes a block and the changed parts of its queue; empty pages and shelves are deleted. */
export function blockDocuments(block: BlockGuard) {
  const { id: blockId, queue } = block;
  return [
    { path: docs.blockGuard(blockId), data: storeBlockGuard(block) },
    ...[...queue.changed.pages].map((number) => {
      // Stryker disable next-line ArrayDeclaration: Every changed page was read. Types do not know that.
      const entries = queue.pages.get(number) ?? [];
      const data = entries.length > 0 ? { blockId, number, entries } : null;
      return { path: docs.queuePage(blockId, number), data };
    }),
    ...[...queue.changed.shelves].map((number) => {
      // Stryker disable next-line ArrayDeclaration: Every changed shelf was read. Types do not know that.
      const lines = queue.shelves.get(number) ?? [];
      const data = lines.length > 0 ? { blockId, number, lines } : null;
      return { path: docs.queueShelf(blockId, number), data };
    }),
  ];
}

function withParts(view: View, block: BlockGuard, { shelves, pages }: Unread): BlockGuard {
  const shelf = (number: number) => {
    const stored = view(docs.queueShelf(block.id, number));
    return [number, stored ? readQueueShelf(stored).lines : []] as const;
  };
  const page = (number: number) => {
    const stored = view(docs.queuePage(block.id, number));
    return [number, stored ? readQueuePage(stored).entries : []] as const;
  };
  const read = { shelves: new Map(shelves.map(shelf)), pages: new Map(pages.map(page)) };
  return { ...block, queue: withRead(block.queue, read) };
}

/**
 * Reads as much of the queue as an order of this quantity may take from. Also reads the buyer's own listings,
 * which the order does not take (N-MON-17).
 */
export function withForSale(
  view: View,
  block: BlockGuard,
  qty: unknown,
  buyer: UserGuard,
): BlockGuard {
  // Stryker disable next-line ArithmeticOperator: The mutant reads more of the queue than the order takes.
  const wanted = Number.isSafeInteger(qty) ? Number(qty) - block.platformQty : 0;
  let read = withOwnListings(view, block, buyer);
  for (;;) {
    const unread = unreadForSale(read.queue, wanted, buyer.uid);
    // Stryker disable next-line ArithmeticOperator: A page is requested after its shelf is read: the two counts are never equal.
    if (unread.shelves.length + unread.pages.length === 0) return read;
    read = withParts(view, read, unread);
  }
}

export const withEnd = (view: View, block: BlockGuard): BlockGuard =>
  withParts(view, block, unreadAt(block.queue, [block.queue.nextPlace]));

function readPlace(view: View, listingId: string): number[] {
  const { place } = view(docs.listing(listingId)) ?? {};
  return typeof place === 'number' ? [place] : [];
}

export function withListings(
  view: View,
  block: BlockGuard,
  listingIds: readonly string[],
): BlockGuard {
  const isMissing = (queue: Queue) => (id: string) => !findListing(queue, id);
  // Stryker disable next-line MethodExpression: The filter only saves reads of listings that are loaded already.
  const missing = listingIds.filter(isMissing(block.queue));
  const places = missing.flatMap((id) => readPlace(view, id));
  return withParts(view, block, unreadAt(block.queue, places));
}

export const withOwnListings = (view: View, block: BlockGuard, user: UserGuard): BlockGuard =>
  withListings(
    view,
    block,
    user.openListings.flatMap(({ listingId, blockId }) =>
      blockId === block.id ? [listingId] : [],
    ),
  );

export const withOrderListings = (view: View, block: BlockGuard, order: Order): BlockGuard =>
  withListings(view, block, listingsOf(order));

const listingsOf = ({ parts }: Order): string[] =>
  // Stryker disable next-line MethodExpression,ConditionalExpression: The platform has no listing document, so nothing is found for it.
  parts.map(({ source }) => source).filter((source) => source !== PLATFORM);

export const listingPaths = (order: Order): string[] =>
  listingsOf(order).map((id) => docs.listing(id));
