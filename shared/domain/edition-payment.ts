import { rates } from './config.ts';
import { centsToMicros } from './money.ts';
import { minimumQuantity } from './purchase.ts';
import type { Cents, UsdMicros } from './units.ts';

export interface TokenOffer {
  readonly blockId: string;
  readonly priceCents: Cents;
  readonly available: number;
  /** What the next so many are worth; undefined when one order cannot have so many, or there are fewer. */
  readonly faceOf: (qty: number) => UsdMicros | undefined;
}

export interface EditionPayment {
  readonly blockId: string;
  readonly priceCents: Cents;
  readonly needed: number;
  /** Tokens that are bought: more than are needed where a card payment has a minimum. */
  readonly qty: number;
  readonly totalCents: Cents;
  readonly faceMicros: UsdMicros;
}

/** The fewest tokens that are worth so much; undefined when there are not enough. */
function fewestWorth(offer: TokenOffer, micros: UsdMicros): number | undefined {
  const most = Math.min(offer.available, rates.maxOrderQty);
  const isEnough = (qty: number) => (offer.faceOf(qty) ?? 0) >= micros;
  let enough = Math.min(most, Math.ceil(micros / centsToMicros(offer.priceCents)));
  // Sellers' tokens may be worth more or less than their price.
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
  const needed = fewestWorth(offer, missingMicros);
  // Stryker disable next-line ConditionalExpression: Of no number of tokens there is a worth, which the next lines find out; types do not know that.
  if (needed === undefined) return undefined;
  const qty = Math.max(needed, minimumQuantity('block', offer));
  const faceMicros = offer.faceOf(qty);
  if (faceMicros === undefined) return undefined;
  const { blockId, priceCents } = offer;
  return { blockId, priceCents, needed, qty, totalCents: qty * priceCents, faceMicros };
}

/** Less than 0 when the first gives more value for the money. */
const byWorth = (a: EditionPayment, b: EditionPayment): number =>
  Number(BigInt(a.totalCents) * BigInt(b.faceMicros) - BigInt(b.totalCents) * BigInt(a.faceMicros));

/**
 * The card payment that covers what is missing for an edition (N-BUY-05): at the block that gives
 * the most value for the money, and among equals the cheapest one. The platform's tokens are always
 * worth their price.
 *
 * @param missingMicros more than 0
 * @returns undefined when no block has enough for one order
 */
export function paymentFor(
  offers: readonly TokenOffer[],
  missingMicros: UsdMicros,
): EditionPayment | undefined {
  const payments = offers.flatMap((offer) => paymentFrom(offer, missingMicros) ?? []);
  return payments.sort((a, b) => byWorth(a, b) || a.priceCents - b.priceCents)[0];
}
