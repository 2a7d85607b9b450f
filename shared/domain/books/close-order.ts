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

/** Each listing an order has tokens of. No listing is in two parts of an order. */
const listingsOf = (order: Order, queue: Queue): { part: OrderPart; entry: QueueEntry }[] =>
  order.parts
    .filter(({ source }) => source !== PLATFORM)
    .map((part) => {
      const entry = findListing(queue, part.source);
      if (!entry) throw new Error(`The listing ${part.source} is not in the queue`);
      return { part, entry };
    });

/** The block after an order's tokens have left for good: none of them are held any more. */
export const withoutHeld = (block: BlockGuard, order: Order): BlockGuard => ({
  ...block,
  platformReserved: block.platformReserved - partOf(order, PLATFORM),
  queue: listingsOf(order, block.queue).reduce(
    (queue, { part, entry }) =>
      withListing(queue, { ...entry, reserved: entry.reserved - part.qty }),
    block.queue,
  ),
});

export const withoutOpenOrder = (user: UserGuard, orderId: string): UserGuard => ({
  ...user,
  openOrders: user.openOrders.filter((open) => open.orderId !== orderId),
});

export interface Release {
  readonly order: Order;
  /** The buyer and, where their cancelled listings get tokens back, the sellers; each once. */
  readonly users: readonly UserGuard[];
  readonly block: BlockGuard;
  /** What listings lost to refunds that had missed it (N-MON-19). */
  readonly aside: readonly { readonly listingId: string; readonly qty: number }[];
  readonly postings: Posting[];
}

type Returned = { qty: number; faceMicros: number };

/** The reverse of reserving; tokens of cancelled listings, and those a refund has missed, go on to their seller. */
const releasePostings = (order: Order, goingHome: ReadonlyMap<string, Returned>): Posting[] => [
  ...reservePostings(order).map((posting) => ({ ...posting, delta: -posting.delta })),
  ...[...goingHome].flatMap(([sellerUid, { qty, faceMicros }]) => [
    ...move('TOKEN', accounts.queue(order.blockId), accounts.user(sellerUid), qty),
    ...move('FACE', accounts.queue(order.blockId), accounts.user(sellerUid), faceMicros),
  ]),
];

/**
 * Gives an unpaid order's tokens back to where they came from. Only after the payment provider has
 * said that the order can no longer be paid: never on our clock alone.
 *
 * @param users the guards of the buyer and of every seller in the order's parts, by uid
 * @param couldBePaid the user had a page to pay on, so that it counts against the next ones whether
 * it expired or was cancelled; false if the payment provider never had one
 */
export function releaseOrder(
  order: Order,
  users: ReadonlyMap<string, UserGuard>,
  block: BlockGuard,
  now: Millis,
  couldBePaid: boolean,
): Release {
  const after = new Map(users);
  const get = (uid: string): UserGuard => {
    const user = after.get(uid);
    if (!user) throw new Error(`releaseOrder: the guard of ${uid} is missing`);
    return user;
  };
  const goingHome = new Map<string, Returned>();
  let { queue } = block;
  const asides: { listingId: string; qty: number }[] = [];
  for (const { part, entry } of listingsOf(order, queue)) {
    const { seller, aside, rest } = setAside(get(entry.sellerUid), part.source, part.lots ?? []);
    const home = sumOfLots(entry.cancelled ? [...aside, ...rest] : aside);
    if (aside.length > 0) asides.push({ listingId: part.source, qty: sumOfLots(aside).qty });
    after.set(seller.uid, {
      ...seller,
      lots: entry.cancelled ? returnToLots(seller.lots, rest) : seller.lots,
    });
    if (home.qty > 0) {
      const before = goingHome.get(seller.uid) ?? { qty: 0, faceMicros: 0 };
      goingHome.set(seller.uid, {
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
    order: { ...order, state: 'released' },
    users: [...after.values()],
    block: returned,
    aside: asides,
    postings: releasePostings(order, goingHome),
  };
}
