import { rates } from './config.ts';
import { centsToMicros } from './money.ts';
import { minimumQuantity } from './purchase.ts';
import type { Cents, UsdMicros } from './units.ts';

export interface TokenOffer {
  readonly blockId: string;
  readonly priceCents: Cents;
  readonly available: number;
  /** Returns the face of the next `qty` tokens; undefined if one order cannot take that many. */
  readonly faceOf: (qty: number) => UsdMicros | undefined;
}

export interface EditionPayment {
  readonly blockId: string;
  readonly priceCents: Cents;
  readonly needed: number;
  /** The tokens to buy: more than `needed` where the card minimum requires it. */
  readonly qty: number;
  readonly totalCents: Cents;
  readonly faceMicros: UsdMicros;
}

/** Finds by binary search the fewest tokens with at least this face; undefined if there are too few. */
function fewestWithFace(offer: TokenOffer, micros: UsdMicros): number | undefined {
  const most = Math.min(offer.available, rates.maxOrderQty);
  const isEnough = (qty: number) => (offer.faceOf(qty) ?? 0) >= micros;
  let enough = Math.min(most, Math.ceil(micros / centsToMicros(offer.priceCents)));
  // Sellers' tokens can have more or less face than they cost.
  let few = 0;
  while (!isEnough(enough)) {
    if (enough === most) return undefined;
    few = enough;
    enough = Math.min(most, enough * 2);
  }
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}

function paymentFrom(offer: TokenOffer, missingMicros: UsdMicros): EditionPayment | undefined {
  const needed = fewestWithFace(offer, missingMicros);
  // Stryker disable next-line ConditionalExpression: faceOf(NaN) is undefined, so the lines below return undefined too; types do not know that.
  if (needed === undefined) return undefined;
  const qty = Math.max(needed, minimumQuantity('block', offer));
  const faceMicros = offer.faceOf(qty);
  if (faceMicros === undefined) return undefined;
  const { blockId, priceCents } = offer;
  return { blockId, priceCents, needed, qty, totalCents: qty * priceCents, faceMicros };
}

/** Compares by face for the money: negative if `a` gives more. */
const byFaceForMoney = (a: EditionPayment, b: EditionPayment): number =>
  Number(BigInt(a.totalCents) * BigInt(b.faceMicros) - BigInt(b.totalCents) * BigInt(a.faceMicros));

/**
 * Returns the card payment that covers what an edition still costs (N-BUY-05). It buys from the block with
 * the most face for the money, the cheapest among equals.
 *
 * @param missingMicros more than 0
 * @returns undefined if no block has enough for one order
 */
export function paymentFor(
  offers: readonly TokenOffer[],
  missingMicros: UsdMicros,
): EditionPayment | undefined {
  const payments = offers.flatMap((offer) => paymentFrom(offer, missingMicros) ?? []);
  return payments.sort((a, b) => byFaceForMoney(a, b) || a.priceCents - b.priceCents)[0];
}
