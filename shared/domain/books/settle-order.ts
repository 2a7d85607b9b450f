import { rates } from '../config.ts';
import { centsToMicros, PPM, splitByWeight } from '../money.ts';
import type { Cents, Millis, UsdMicros } from '../units.ts';
import { withoutHeld, withoutOpenOrder } from './close-order.ts';
import type { BlockGuard, BooksChange, UserGuard } from './guards.ts';
import { addEarned, addToLots } from './lots.ts';
import { type Order, type OrderPart, PLATFORM } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';
import { findListing } from './queue.ts';
import { deliveredLot, faceOfOrder, sellerSplit } from './returned.ts';
import { withoutOpenListing } from './token-listings.ts';
import { withPaidOrder } from './unpaid-holds.ts';

export interface Sale {
  readonly sellerUid: string;
  readonly qty: number;
  readonly grossMicros: UsdMicros;
  readonly earnedMicros: UsdMicros;
}

export interface Settlement {
  readonly order: Order;
  readonly buyer: UserGuard;
  readonly block: BlockGuard;
  /** The sellers whose listed tokens were bought, each once. */
  readonly sellers: readonly UserGuard[];
  readonly sales: readonly Sale[];
  readonly books: BooksChange;
  readonly poolMicros: UsdMicros;
  readonly postings: readonly Posting[];
}

/** Settles platform tokens: issues their face; 10% of the price goes to the pool, the rest backs them. */
function settlePlatformPart(order: Order, part: OrderPart) {
  const gross = centsToMicros(part.qty * order.priceCents);
  const [pool = 0, backing = 0] = splitByWeight(gross, [rates.poolPpm, PPM - rates.poolPpm]);
  const postings = [
    ...move('USD', accounts.card, accounts.pool, pool),
    ...move('USD', accounts.card, accounts.backing, backing),
    ...move('FACE', accounts.issuer, accounts.user(order.uid), part.faceMicros),
    ...move('TOKEN', accounts.order(order.id), accounts.user(order.uid), part.qty),
  ];
  return { pool, backing, postings };
}

/** Settles a seller's tokens, which keep their face: the seller earns 95%, the platform 5%. */
function settleSellerPart(order: Order, part: OrderPart) {
  const { gross, earned, platform } = sellerSplit(part, order.priceCents);
  const postings = [
    ...move('USD', accounts.card, accounts.owed(part.sellerUid), earned),
    ...move('USD', accounts.card, accounts.platform, platform),
    ...move('FACE', accounts.order(order.id), accounts.user(order.uid), part.faceMicros),
    ...move('TOKEN', accounts.order(order.id), accounts.user(order.uid), part.qty),
  ];
  return { gross, earned, platform, postings };
}

const spendOf = (order: Order): Cents =>
  order.parts.reduce(
    (sum, part) => sum + (part.source === PLATFORM ? part.qty * order.priceCents : 0),
    0,
  );

/**
 * Delivers the tokens of a paid order and books lot, earnings, pool and backing. Spend counts platform tokens
 * only, so that trading among users earns no rewards.
 *
 * @param users the guards of the buyer and of every seller in the order's parts, by uid
 */
export function settleOrder(
  order: Order,
  users: ReadonlyMap<string, UserGuard>,
  block: BlockGuard,
  paymentIntentId: string | null,
  now: Millis,
): Settlement {
  const changed = new Map(users);
  const get = (uid: string): UserGuard => {
    const user = changed.get(uid);
    if (!user) throw new Error(`settleOrder: the guard of ${uid} is missing`);
    return user;
  };
  const update = (uid: string, next: (user: UserGuard) => UserGuard) =>
    changed.set(uid, next(get(uid)));
  const books = { backingMicros: 0, platformMicros: 0, utilitySoldCents: spendOf(order) };
  const after = withoutHeld(block, order);
  const sales: Sale[] = [];
  const postings: Posting[] = [];
  let poolMicros = 0;

  const lot = deliveredLot(order, faceOfOrder(order));
  update(order.uid, (buyer) => ({ ...buyer, lots: addToLots(buyer.lots, lot, now) }));
  for (const part of order.parts) {
    if (part.source === PLATFORM) {
      const settled = settlePlatformPart(order, part);
      poolMicros += settled.pool;
      books.backingMicros += settled.backing;
      postings.push(...settled.postings);
    } else {
      const { gross, earned, platform, postings: moved } = settleSellerPart(order, part);
      const isSoldOut = !findListing(after.queue, part.source);
      update(part.sellerUid, (seller) => ({
        ...(isSoldOut ? withoutOpenListing(seller, part.source) : seller),
        earnedDays: addEarned(seller.earnedDays, now, earned),
      }));
      books.platformMicros += platform;
      sales.push({
        sellerUid: part.sellerUid,
        qty: part.qty,
        grossMicros: gross,
        earnedMicros: earned,
      });
      postings.push(...moved);
    }
  }
  update(order.uid, (buyer) => ({
    ...withPaidOrder(withoutOpenOrder(buyer, order.id), order.id, order.totalCents),
    spendCents: buyer.spendCents + books.utilitySoldCents,
  }));
  return {
    order: {
      ...order,
      state: 'settled',
      settledAt: now,
      paymentIntentId,
      ...(lot.orderId === undefined ? {} : { isOwnLot: true }),
    },
    buyer: get(order.uid),
    block: after,
    sellers: [...changed.values()].filter((user) => user.uid !== order.uid),
    sales,
    books,
    poolMicros,
    postings,
  };
}
