import {
  type BlockOffer,
  minimumQuantity,
  type PurchaseVariant,
} from '@datchain/shared/domain/purchase.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';

const roundQuantities = [50, 100, 250, 500, 1_000];

/** Prices of example quantities: the smallest order, then round numbers, up to what is for sale. */
export function priceRows(
  variant: PurchaseVariant,
  offer: BlockOffer,
): { qty: number; totalCents: Cents }[] {
  const least = minimumQuantity(variant, offer);
  return [least, ...roundQuantities.filter((qty) => qty > least)]
    .filter((qty) => qty <= offer.available)
    .map((qty) => ({ qty, totalCents: qty * offer.priceCents }));
}
