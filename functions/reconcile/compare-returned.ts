import type { Loss, UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { isSameLot } from '@datchain/shared/domain/books/lots.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { accounts } from '@datchain/shared/domain/books/postings.ts';
import {
  chargedMicros,
  computeStanding,
  dueFor,
  lotKeyOf,
  missingFace,
  returnedCents,
} from '@datchain/shared/domain/books/returned.ts';
import { centsToMicros, portion, usdOfMicros } from '@datchain/shared/domain/money.ts';
import type { Millis, UsdMicros } from '@datchain/shared/domain/units.ts';
import type { Truth } from './balances.ts';
import type { ValueEntry } from './refunded-value.ts';

const dollars = (micros: UsdMicros): string => `$${usdOfMicros(micros)}`;

export interface ReturnFacts {
  readonly at: Millis;
  /** A refund that did not find all its tokens. */
  readonly isCharged: boolean;
  readonly recoveredQty: number;
}

export type ReturnFactsByEntry = ReadonlyMap<string, ReturnFacts>;

type Posted = Pick<ValueEntry, 'id' | 'at' | 'postings'>;

/** Extracts the needed part of an entry; undefined for other kinds. */
export function readReturnFacts({ id, at, postings }: Posted): ReturnFacts | undefined {
  if (!/^(clawback|recover|end|close|edition-sale):/.test(id)) return undefined;
  const isCharge = ({ account, asset, delta }: Posted['postings'][number]) =>
    asset === 'TOKEN' ? account === accounts.issuer && delta > 0 : /^debt:/.test(account);
  const found = postings.filter(
    ({ account, asset }) => asset === 'TOKEN' && /^block:/.test(account),
  );
  return {
    at,
    isCharged: /^clawback:/.test(id) && postings.some(isCharge),
    recoveredQty: /^recover:/.test(id) ? found.reduce((sum, { delta }) => sum + delta, 0) : 0,
  };
}

/** Finds orders that take their buyer's own listings (N-MON-17). */
const ownListings = ({ id, uid, state, parts }: Order): string[] => {
  const own = parts.filter(({ sellerUid }) => sellerUid === uid);
  const isTaken = own.length > 0 && state !== 'ended' && state !== 'refunded';
  return isTaken ? [`order ${id}: takes its buyer's own listing`] : [];
};

/** Checks that a refund takes the face that its order delivered, and charges the missing part (N-MON-18). */
function takenFace(order: Order): string[] {
  const { id, takenBack, refundedCents, clawbacks } = order;
  const { faceMicros } = dueFor(order, refundedCents);
  if (faceMicros === 0) return [];
  const missing = missingFace(order);
  const charged = portion(centsToMicros(returnedCents(order)), missing, faceMicros);
  // Each entry may have rounded by one.
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

/** Checks that an order's loss is named, to the micro (N-MON-20). */
function namedLosses(orders: readonly Order[], losses: readonly Loss[]): string[] {
  const named = new Map(losses.map((loss) => [loss.orderId, loss.soldMicros]));
  return orders.flatMap((order) => {
    const lost = computeStanding(order).lostMicros;
    const said = named.get(order.id) ?? 0;
    return lost === said
      ? []
      : [`order ${order.id}: ${dollars(lost)} is lost to its refunds, ${dollars(said)} is named`];
  });
}

const lotOf = (order: Order): string => JSON.stringify([order.uid, lotKeyOf(order)]);

function recoveredByLot(
  orders: readonly Order[],
  entries: ReturnFactsByEntry,
): Map<string, number> {
  const recovered = new Map<string, number>();
  for (const order of orders) {
    for (const id of order.clawbacks) {
      const qty = entries.get(id)?.recoveredQty ?? 0;
      recovered.set(lotOf(order), (recovered.get(lotOf(order)) ?? 0) + qty);
    }
  }
  return recovered;
}

/**
 * Finds tokens that came back from an unpaid order, although a refund had missed them meanwhile and should have
 * got them (N-MON-19). The refund may be of this order, or of another with tokens in the same lot.
 */
function cameBack(
  orders: readonly Order[],
  entries: ReturnFactsByEntry,
  isCompared: (order: Order) => boolean,
): string[] {
  const ended = orders.flatMap((order) => {
    const end = entries.get(`end:${order.id}`) ?? entries.get(`close:${order.id}`);
    return end === undefined ? [] : [{ ...order, endedAt: end.at }];
  });
  const recovered = recoveredByLot(orders, entries);
  return orders.filter(isCompared).flatMap((order) => {
    const { clawbacks } = order;
    if (missingFace(order) === 0) return [];
    if (clawbacks.some((id) => /^(recover|reinstate):/.test(id))) return [];
    const charges = clawbacks.flatMap((id) => entries.get(id) ?? []);
    const isHeld = ({ createdAt, endedAt }: (typeof ended)[number]) =>
      charges.some(({ at, isCharged }) => isCharged && createdAt < at && at < endedAt);
    const returned = ended
      .filter(isHeld)
      .flatMap(({ parts }) => parts)
      .filter(({ sellerUid, source }) => sellerUid === order.uid && source !== PLATFORM)
      .flatMap(({ lots = [] }) => lots)
      .filter((lot) => isSameLot(lot, lotKeyOf(order)))
      .reduce((sum, lot) => sum + lot.qty, 0);
    const qty = returned - (recovered.get(lotOf(order)) ?? 0);
    return qty <= 0
      ? []
      : [
          `order ${order.id}: ${qty} of its tokens came back to ${order.uid} from an unpaid ` +
            `order, and ${dollars(chargedMicros(order))} are still charged`,
        ];
  });
}

/**
 * Checks some orders by themselves: whose tokens they take, what their refunds took, and the named losses.
 *
 * @param losses at least those of the orders
 */
export function compareReturnedOrders(orders: readonly Order[], losses: readonly Loss[]): string[] {
  const settled = orders.filter(({ state }) => state === 'settled');
  return [
    ...orders.flatMap(ownListings),
    ...settled.flatMap(takenFace),
    ...namedLosses(settled, losses),
  ];
}

/** Finds tokens that a refund should have taken when they came back. */
export const leftAside = ({ uid, missed }: UserGuard): string[] =>
  missed
    .filter(({ foundQty }) => foundQty > 0)
    .map(({ orderId, foundQty }) => `user ${uid}: ${foundQty} tokens wait for order ${orderId}`);

/** Checks that the named losses are those in the books. */
export function compareLosses(losses: readonly Loss[], { lostMicros }: Truth['books']): string[] {
  const sum = losses.reduce((all, one) => all + one.soldMicros + one.closedMicros, 0);
  return sum === lostMicros
    ? []
    : [`losses: ${dollars(sum)} is named, ${dollars(lostMicros)} is in the books`];
}

/**
 * Checks payments that were taken back: whose tokens orders take, what their refunds took, and whether the loss
 * is named.
 *
 * @param orders all that took tokens from the buyers of those that are compared, or were bought by them
 * @param entries those for which `readReturnFacts` returns something
 */
export function compareReturned(
  orders: readonly Order[],
  losses: readonly Loss[],
  entries: ReturnFactsByEntry,
  users: readonly UserGuard[],
  isCompared: (order: Order) => boolean = () => true,
): string[] {
  return [
    ...compareReturnedOrders(orders.filter(isCompared), losses),
    ...cameBack(orders, entries, isCompared),
    ...users.flatMap(leftAside),
  ];
}
