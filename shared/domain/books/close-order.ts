import type { Millis } from '../units.ts';
import type { BlockGuard, Queue, QueueEntry, UserGuard } from './guards.ts';
import { returnToLots, sumOfLots } from './lots.ts';
import { setAside } from './missed.ts';
import { type Order, type OrderPart, PLATFORM } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';
import { findListing, withListing } from './queue.ts';
import { reservePostings } from './reserve-order.ts';
import { withoutOpenListing } from './token-listings.ts';
import { withEndedUnpaid } from './unpaid-holds.ts';

const partOf = (order: Order, source: string): number =>
  order.parts.reduce((sum, part) => sum + (part.source === source ? part.qty : 0), 0);

/**
 * Lists an order's parts from listings, each with its queue entry. No listing has two parts in an order.
 *
 * @throws Error if a listing is not in the queue
 */
const findListings = (order: Order, queue: Queue): { part: OrderPart; entry: QueueEntry }[] =>
  order.parts
    .filter(({ source }) => source !== PLATFORM)
    .map((part) => {
      const entry = findListing(queue, part.source);
      if (!entry) throw new Error(`The listing ${part.source} is not in the queue`);
      return { part, entry };
    });

/** Removes an order's tokens from the block's held tokens, once they have been delivered or returned. */
export const withoutHeld = (block: BlockGuard, order: Order): BlockGuard => ({
  ...block,
  platformReserved: block.platformReserved - partOf(order, PLATFORM),
  queue: findListings(order, block.queue).reduce(
    (queue, { part, entry }) =>
      withListing(queue, { ...entry, reserved: entry.reserved - part.qty }),
    block.queue,
  ),
});

export const withoutOpenOrder = (user: UserGuard, orderId: string): UserGuard => ({
  ...user,
  openOrders: user.openOrders.filter((open) => open.orderId !== orderId),
});

export interface EndedOrder {
  readonly order: Order;
  /** The buyer, and sellers whose cancelled listings get tokens back; each once. */
  readonly users: readonly UserGuard[];
  readonly block: BlockGuard;
  /** Listed tokens that were set aside for refunds which had missed them (N-MON-19). */
  readonly aside: readonly { readonly listingId: string; readonly qty: number }[];
  readonly postings: Posting[];
}

type Returned = { qty: number; faceMicros: number };

/**
 * Inverts the postings of the reservation. Tokens of cancelled listings, and those a refund had missed, go on
 * to their seller.
 */
const endPostings = (order: Order, toSellers: ReadonlyMap<string, Returned>): Posting[] => [
  ...reservePostings(order).map((posting) => ({ ...posting, delta: -posting.delta })),
  ...[...toSellers].flatMap(([sellerUid, { qty, faceMicros }]) => [
    ...move('TOKEN', accounts.queue(order.blockId), accounts.user(sellerUid), qty),
    ...move('FACE', accounts.queue(order.blockId), accounts.user(sellerUid), faceMicros),
  ]),
];

/**
 * Returns an unpaid order's tokens to the block and its listings. Callers must know from the payment provider
 * that the order can no longer be paid; our clock is not enough.
 *
 * @param users the guards of the buyer and of every seller in the order's parts, by uid
 * @param couldBePaid whether there was a payment page: then an expired or cancelled order counts as unpaid
 */
export function endOrder(
  order: Order,
  users: ReadonlyMap<string, UserGuard>,
  block: BlockGuard,
  now: Millis,
  couldBePaid: boolean,
): EndedOrder {
  const after = new Map(users);
  const get = (uid: string): UserGuard => {
    const user = after.get(uid);
    if (!user) throw new Error(`endOrder: the guard of ${uid} is missing`);
    return user;
  };
  const toSellers = new Map<string, Returned>();
  let { queue } = block;
  const setAsideQtys: { listingId: string; qty: number }[] = [];
  for (const { part, entry } of findListings(order, queue)) {
    const { seller, aside, rest } = setAside(get(entry.sellerUid), part.source, part.lots ?? []);
    const home = sumOfLots(entry.cancelled ? [...aside, ...rest] : aside);
    if (aside.length > 0) setAsideQtys.push({ listingId: part.source, qty: sumOfLots(aside).qty });
    after.set(seller.uid, {
      ...seller,
      lots: entry.cancelled ? returnToLots(seller.lots, rest) : seller.lots,
    });
    if (home.qty > 0) {
      const before = toSellers.get(seller.uid) ?? { qty: 0, faceMicros: 0 };
      toSellers.set(seller.uid, {
        qty: before.qty + home.qty,
        faceMicros: before.faceMicros + home.faceMicros,
      });
    }
    if (entry.cancelled || rest.length === 0) continue;
    const back = sumOfLots(rest);
    queue = withListing(queue, {
      ...entry,
      qty: entry.qty + back.qty,
      faceMicros: entry.faceMicros + back.faceMicros,
      lots: returnToLots(entry.lots, rest),
    });
  }
  const closed = withoutOpenOrder(get(order.uid), order.id);
  after.set(
    order.uid,
    couldBePaid ? withEndedUnpaid(closed, { orderId: order.id, at: now }) : closed,
  );
  const returned = withoutHeld(
    { ...block, platformQty: block.platformQty + partOf(order, PLATFORM), queue },
    order,
  );
  for (const { source, sellerUid } of order.parts) {
    if (source === PLATFORM || findListing(returned.queue, source)) continue;
    after.set(sellerUid, withoutOpenListing(get(sellerUid), source));
  }
  return {
    order: { ...order, state: 'ended' },
    users: [...after.values()],
    block: returned,
    aside: setAsideQtys,
    postings: endPostings(order, toSellers),
  };
}
