import { centsToMicros, portion } from '../money.ts';
import { backingOf, tokenSaleParts } from '../sale-parts.ts';
import type { Cents, UsdMicros } from '../units.ts';
import type { Lot } from './guards.ts';
import type { LotKey } from './lots.ts';
import { type Order, type OrderPart, PLATFORM } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';

/** The face of everything an order delivered. */
export const faceOfOrder = ({ parts }: Pick<Order, 'parts'>): UsdMicros =>
  parts.reduce((sum, { faceMicros }) => sum + faceMicros, 0);

/** The lot that an order's tokens are in: one of its own where they are not worth their price (N-MON-18). */
export function deliveredLot(
  { id, blockId, priceCents, qty }: Pick<Order, 'id' | 'blockId' | 'priceCents' | 'qty'>,
  faceMicros: UsdMicros,
): Omit<Lot, 'since'> {
  const lot = { blockId, priceCents, qty, faceMicros };
  return faceMicros === centsToMicros(qty * priceCents) ? lot : { ...lot, orderId: id };
}

/** Where a settled order's tokens are, as far as their buyer still has them. */
export const lotKeyOf = ({ id, blockId, isOwnLot }: Order): LotKey =>
  isOwnLot ? { blockId, orderId: id } : { blockId };

/** What the seller and the platform get of tokens that a user sold. */
export function sellerSplit(part: OrderPart, priceCents: Cents) {
  const grossCents = part.qty * priceCents;
  const { seller, platform } = tokenSaleParts(grossCents);
  return { gross: centsToMicros(grossCents), earned: seller, platform };
}

const feeOf = ({ parts, priceCents }: Order): UsdMicros =>
  parts.reduce(
    (sum, part) => sum + (part.source === PLATFORM ? 0 : sellerSplit(part, priceCents).platform),
    0,
  );

/** How much more than they earned the sellers' tokens were issued for. It makes up for no other seller's part. */
const soldBelowFace = ({ parts, priceCents }: Order): UsdMicros =>
  parts.reduce(
    (sum, part) =>
      part.source === PLATFORM
        ? sum
        : sum + Math.max(0, part.faceMicros - sellerSplit(part, priceCents).earned),
    0,
  );

export interface Due {
  readonly tokens: number;
  readonly faceMicros: UsdMicros;
  /** By how much the buyer's spend falls: platform tokens only, as they alone were counted. */
  readonly spendCents: Cents;
  /** More than was ever paid: a payment that was refunded and disputed. */
  readonly excessMicros: UsdMicros;
}

/** The amount that was paid for an order: its price, except where its payment did not match it. */
export const paidFor = ({
  paidCents,
  totalCents,
}: Pick<Order, 'paidCents' | 'totalCents'>): Cents => paidCents ?? totalCents;

/** The money that returned, up to the amount that was paid for the order. */
export const returnedCents = (order: Order): Cents => Math.min(order.refundedCents, paidFor(order));

/**
 * What an order gives up once `refundedCents` of it were returned in all. Every refund takes the
 * difference from what earlier ones took, so that their order and number do not matter. An order
 * that was returned had delivered nothing: only what went back beyond its payment is due.
 */
export function dueFor(order: Order, refundedCents: Cents): Due {
  const cents = Math.min(refundedCents, paidFor(order));
  const excessMicros = centsToMicros(refundedCents - cents);
  if (order.state === 'refunded') return { tokens: 0, faceMicros: 0, spendCents: 0, excessMicros };
  const platformQty = order.parts.reduce(
    (sum, part) => sum + (part.source === PLATFORM ? part.qty : 0),
    0,
  );
  return {
    tokens: portion(order.qty, cents, order.totalCents),
    faceMicros: portion(faceOfOrder(order), cents, order.totalCents),
    spendCents: portion(platformQty * order.priceCents, cents, order.totalCents),
    excessMicros,
  };
}

/** The part that the books gave of the money an order returned: they never held the payment of a returned order. */
export const returnedMicros = (order: Order): UsdMicros =>
  order.state === 'refunded'
    ? dueFor(order, order.refundedCents).excessMicros
    : centsToMicros(order.refundedCents);

/** The price of the tokens that refunds of an order did not find. */
export const chargedMicros = ({ takenBack }: Order): UsdMicros => takenBack.missingMicros ?? 0;

/** The face that refunds of an order did not find. */
export const missingFace = (order: Order): UsdMicros =>
  Math.max(0, dueFor(order, order.refundedCents).faceMicros - order.takenBack.faceMicros);

export interface Standing {
  readonly backingMicros: UsdMicros;
  readonly poolMicros: UsdMicros;
  /** Owed by the buyer, whether or not it was paid since. */
  readonly debtMicros: UsdMicros;
  /** What the platform gave up of its own: its part of what sellers sold. */
  readonly platformMicros: UsdMicros;
  /** The platform's loss: sellers got more than the tokens were issued for, or the pool had too little (N-MON-20). */
  readonly lostMicros: UsdMicros;
}

/** Follows from what refunds took back of an order, and nothing else. */
export function standingOf(order: Order): Standing {
  const { takenBack, refundedCents, totalCents } = order;
  const { others } = takenBack;
  const credit = others?.creditMicros ?? 0;
  const charged = chargedMicros(order);
  const { excessMicros } = dueFor(order, refundedCents);
  const debtMicros = charged + excessMicros - credit;
  const backingMicros = backingOf(takenBack.faceMicros) + backingOf(credit);
  const poolMicros = takenBack.poolMicros + (others?.poolMicros ?? 0);
  const rest = returnedMicros(order) - debtMicros - backingMicros - poolMicros;
  const kept = centsToMicros(returnedCents(order)) - charged;
  const fee = portion(feeOf(order), kept, centsToMicros(totalCents));
  const cheap = portion(soldBelowFace(order), takenBack.faceMicros, faceOfOrder(order));
  const lostMicros = Math.max(0, rest - fee + cheap);
  return {
    backingMicros,
    poolMicros,
    debtMicros,
    platformMicros: rest - lostMicros,
    lostMicros,
  };
}

/** How far one standing is from another. */
export const standingChange = (was: Standing, is: Standing): Standing => ({
  backingMicros: is.backingMicros - was.backingMicros,
  poolMicros: is.poolMicros - was.poolMicros,
  debtMicros: is.debtMicros - was.debtMicros,
  platformMicros: is.platformMicros - was.platformMicros,
  lostMicros: is.lostMicros - was.lostMicros,
});

/** Everything of a change of standing but the debt, between the books and the card. */
export const standingPostings = (change: Omit<Standing, 'debtMicros'>): Posting[] => [
  ...move('USD', accounts.backing, accounts.card, change.backingMicros),
  ...move('USD', accounts.pool, accounts.card, change.poolMicros),
  ...move('USD', accounts.platform, accounts.card, change.platformMicros),
  ...move('USD', accounts.losses, accounts.card, change.lostMicros),
];
