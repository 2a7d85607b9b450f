import { centsToMicros, portion } from '../money.ts';
import { backingOf, tokenSaleParts } from '../sale-parts.ts';
import type { Cents, UsdMicros } from '../units.ts';
import type { Lot } from './guards.ts';
import type { LotKey } from './lots.ts';
import { type Order, type OrderPart, PLATFORM } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';

/** Sums the face that an order delivered. */
export const faceOfOrder = ({ parts }: Pick<Order, 'parts'>): UsdMicros =>
  parts.reduce((sum, { faceMicros }) => sum + faceMicros, 0);

/** Returns the lot of an order's tokens. Tokens whose face is not their price get a separate lot (N-MON-18). */
export function deliveredLot(
  { id, blockId, priceCents, qty }: Pick<Order, 'id' | 'blockId' | 'priceCents' | 'qty'>,
  faceMicros: UsdMicros,
): Omit<Lot, 'since'> {
  const lot = { blockId, priceCents, qty, faceMicros };
  return faceMicros === centsToMicros(qty * priceCents) ? lot : { ...lot, orderId: id };
}

export const lotKeyOf = ({ id, blockId, isOwnLot }: Order): LotKey =>
  isOwnLot ? { blockId, orderId: id } : { blockId };

/** Splits the price of a user's sold tokens between seller and platform. */
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

/** Sums by how much sellers' tokens had more face than they earned; one seller's surplus does not offset another's. */
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
  /** The decrease of the buyer's spend: only platform tokens count as spend. */
  readonly spendCents: Cents;
  /** The amount returned beyond the payment, if a payment was both refunded and disputed. */
  readonly excessMicros: UsdMicros;
}

/** Returns the amount paid for an order: its price, unless its payment did not match. */
export const paidFor = ({
  paidCents,
  totalCents,
}: Pick<Order, 'paidCents' | 'totalCents'>): Cents => paidCents ?? totalCents;

/** Returns the money returned, capped at the amount paid. */
export const returnedCents = (order: Order): Cents => Math.min(order.refundedCents, paidFor(order));

/**
 * Returns what an order owes once `refundedCents` were returned in total. Each refund takes the difference to
 * earlier ones, so their order and number do not matter. A returned order delivered nothing, so only the
 * excess is due.
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

/** Returns the part of the returned money that came from the books. They never held the payment of a returned order. */
export const returnedMicros = (order: Order): UsdMicros =>
  order.state === 'refunded'
    ? dueFor(order, order.refundedCents).excessMicros
    : centsToMicros(order.refundedCents);

/** Returns the price of the tokens that refunds of an order did not find. */
export const chargedMicros = ({ takenBack }: Order): UsdMicros => takenBack.missingMicros ?? 0;

/** Returns the face that refunds of an order did not find. */
export const missingFace = (order: Order): UsdMicros =>
  Math.max(0, dueFor(order, order.refundedCents).faceMicros - order.takenBack.faceMicros);

export interface Standing {
  readonly backingMicros: UsdMicros;
  readonly poolMicros: UsdMicros;
  /** The buyer's debt, paid or not. */
  readonly debtMicros: UsdMicros;
  /** The platform's own part: its fees of sellers' sales. */
  readonly platformMicros: UsdMicros;
  /** The platform's loss: sellers got more than the face, or the pool had too little (N-MON-20). */
  readonly lostMicros: UsdMicros;
}

/** Computes a standing from nothing but what refunds took back of an order. */
export function computeStanding(order: Order): Standing {
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

export const standingChange = (was: Standing, is: Standing): Standing => ({
  backingMicros: is.backingMicros - was.backingMicros,
  poolMicros: is.poolMicros - was.poolMicros,
  debtMicros: is.debtMicros - was.debtMicros,
  platformMicros: is.platformMicros - was.platformMicros,
  lostMicros: is.lostMicros - was.lostMicros,
});

/** Returns the postings of a change of standing between books and card, without the debt. */
export const standingPostings = (change: Omit<Standing, 'debtMicros'>): Posting[] => [
  ...move('USD', accounts.backing, accounts.card, change.backingMicros),
  ...move('USD', accounts.pool, accounts.card, change.poolMicros),
  ...move('USD', accounts.platform, accounts.card, change.platformMicros),
  ...move('USD', accounts.losses, accounts.card, change.lostMicros),
];
