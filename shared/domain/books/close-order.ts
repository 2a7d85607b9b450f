import type { Millis } from '../units.ts';
import type { BlockGuard, Queue, QueueEntry, UserGuard } from './guards.ts';
import { originOf, returnToLots, sumOfLots } from './lots.ts';
import { type Order, type OrderPart, PLATFORM } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';
import { findListing, withListing } from './queue.ts';
import { reservePostings } from './reserve-order.ts';
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
  readonly postings: Posting[];
}

type Returned = { qty: number; faceMicros: number };

/** The reverse of reserving; tokens of a cancelled listing go on from the queue to its seller. */
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
  for (const { part, entry } of listingsOf(order, queue)) {
    const lots = originOf(part);
    const back = sumOfLots(lots);
    if (!entry.cancelled) {
      queue = withListing(queue, {
        ...entry,
        qty: entry.qty + back.qty,
        faceMicros: entry.faceMicros + back.faceMicros,
        lots: returnToLots(originOf(entry), lots),
      });
      continue;
    }
    const seller = get(entry.sellerUid);
    after.set(seller.uid, { ...seller, lots: returnToLots(seller.lots, lots) });
    const home = goingHome.get(seller.uid) ?? { qty: 0, faceMicros: 0 };
    goingHome.set(seller.uid, {
      qty: home.qty + back.qty,
      faceMicros: home.faceMicros + back.faceMicros,
    });
  }
  const closed = withoutOpenOrder(get(order.uid), order.id);
  after.set(
    order.uid,
    couldBePaid ? withEndedUnpaid(closed, { orderId: order.id, at: now }) : closed,
  );
  const returned = { ...block, platformQty: block.platformQty + partOf(order, PLATFORM), queue };
  return {
    order: { ...order, state: 'released' },
    users: [...after.values()],
    block: withoutHeld(returned, order),
    postings: releasePostings(order, goingHome),
  };
}
