import type { Loss, UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { isSameLot, originOf } from '@datchain/shared/domain/books/lots.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import {
  chargedMicros,
  dueFor,
  lotKeyOf,
  missingFace,
  returnedCents,
  standingOf,
} from '@datchain/shared/domain/books/returned.ts';
import { centsToMicros, portion, usdOfMicros } from '@datchain/shared/domain/money.ts';
import type { Millis, UsdMicros } from '@datchain/shared/domain/units.ts';
import type { Truth } from './balances.ts';

const dollars = (micros: UsdMicros): string => `$${usdOfMicros(micros)}`;

/** When the entries of interest here were written, by their ids. */
export type Moments = ReadonlyMap<string, Millis>;

/** Whether this comparison needs to know when an entry was. */
export const isOfMoment = (id: string): boolean =>
  /^(clawback|release|close|edition-sale):/.test(id);

/** An order never takes its buyer's own listings (N-MON-17). */
const ownListings = ({ id, uid, state, parts }: Order): string[] => {
  const own = parts.filter(({ sellerUid }) => sellerUid === uid);
  const isTaken = own.length > 0 && state !== 'released' && state !== 'refunded';
  return isTaken ? [`order ${id}: takes its buyer's own listing`] : [];
};

/** A refund takes the face that its order delivered, and charges what it does not find (N-MON-18). */
function takenFace(order: Order): string[] {
  const { id, takenBack, refundedCents, clawbacks } = order;
  const { faceMicros } = dueFor(order, refundedCents);
  if (faceMicros === 0) return [];
  const missing = missingFace(order);
  const charged = portion(centsToMicros(returnedCents(order)), missing, faceMicros);
  // Each entry may have rounded.
  const isRight =
    takenBack.faceMicros <= faceMicros &&
    Math.abs(charged - chargedMicros(order)) <= clawbacks.length;
  return isRight
    ? []
    : [
        `order ${id}: refunds took ${dollars(takenBack.faceMicros)} of face and charged ` +
          `${dollars(chargedMicros(order))}, of the ${dollars(faceMicros)} it had delivered for ` +
          `${dollars(centsToMicros(returnedCents(order)))}`,
      ];
}

/** What an order lost is named, to the micro (N-MON-20). */
function namedLosses(orders: readonly Order[], losses: readonly Loss[]): string[] {
  const named = new Map(losses.map((loss) => [loss.orderId, loss.soldMicros]));
  return orders.flatMap((order) => {
    const lost = standingOf(order).lostMicros;
    const said = named.get(order.id) ?? 0;
    return lost === said
      ? []
      : [`order ${order.id}: ${dollars(lost)} is lost to its refunds, ${dollars(said)} is named`];
  });
}

/**
 * Tokens that came back from an unpaid order fill what a refund had missed while that order held
 * them (N-MON-19).
 */
function cameBack(orders: readonly Order[], moments: Moments): string[] {
  const ended = orders.flatMap((order) => {
    const at = moments.get(`release:${order.id}`) ?? moments.get(`close:${order.id}`);
    return at === undefined ? [] : [{ ...order, endedAt: at }];
  });
  return orders.flatMap((order) => {
    const { clawbacks } = order;
    if (chargedMicros(order) === 0 || order.takenBack.missing === 0) return [];
    if (clawbacks.some((id) => /^(recover|reinstate):/.test(id))) return [];
    const times = clawbacks.flatMap((id) => moments.get(id) ?? []);
    const isHeld = ({ createdAt, endedAt }: (typeof ended)[number]) =>
      times.some((at) => createdAt < at && at < endedAt);
    const qty = ended
      .filter(isHeld)
      .flatMap(({ parts }) => parts)
      .filter(({ sellerUid, source }) => sellerUid === order.uid && source !== PLATFORM)
      .flatMap(originOf)
      .filter((lot) => isSameLot(lot, lotKeyOf(order)))
      .reduce((sum, lot) => sum + lot.qty, 0);
    return qty === 0
      ? []
      : [
          `order ${order.id}: ${qty} of its tokens came back to ${order.uid} from an unpaid ` +
            `order, and are still charged`,
        ];
  });
}

/** What is set aside for a refund is taken at once. */
const leftAside = ({ uid, missed }: UserGuard): string[] =>
  missed
    .filter(({ foundQty }) => foundQty > 0)
    .map(({ orderId, foundQty }) => `user ${uid}: ${foundQty} tokens wait for order ${orderId}`);

/**
 * Payments that were taken back: whose tokens an order takes, what its refunds took of them, what
 * they lost the platform, and whether that is named. In words.
 *
 * @param moments of the entries that `isOfMoment` names
 */
export function compareReturned(
  orders: readonly Order[],
  losses: readonly Loss[],
  moments: Moments,
  { users, books }: Pick<Truth, 'users' | 'books'>,
): string[] {
  const settled = orders.filter(({ state }) => state === 'settled');
  const sum = losses.reduce((all, one) => all + one.soldMicros + one.closedMicros, 0);
  return [
    ...orders.flatMap(ownListings),
    ...settled.flatMap(takenFace),
    ...namedLosses(settled, losses),
    ...cameBack(orders, moments),
    ...users.flatMap(leftAside),
    ...(sum === books.lostMicros
      ? []
      : [`losses: ${dollars(sum)} is named, ${dollars(books.lostMicros)} is in the books`]),
  ];
}
