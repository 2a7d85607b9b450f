import { config } from './config.ts';
import { formatCents } from './format.ts';
import { centsOfUsd } from './money.ts';
import { type Refusal, refuse } from './refusal.ts';
import { type Cents, isWhole } from './units.ts';

/**
 * Returns the highest price that the listing form offers, in whole cents rounded down (R-LST-04). It is the
 * highest block price plus $0.05, at most 1.5 times the highest stocked price and at most $1.00. Without
 * blocks it is $1.00. The server accepts up to $1.00 in any market.
 *
 * @param blocks all blocks with their prices, and whether each has stock
 */
export function maximumAskCents(
  blocks: readonly { priceCents: Cents; isStocked: boolean }[],
): Cents {
  const highest = Math.max(0, ...blocks.map(({ priceCents }) => priceCents));
  const stocked = blocks.filter(({ isStocked }) => isStocked).map(({ priceCents }) => priceCents);
  const { max } = config.listingPriceCents;
  const cap = stocked.length > 0 ? Math.min(max, Math.floor(Math.max(...stocked) * 1.5)) : max;
  return highest > 0 ? Math.min(cap, highest + 5) : cap;
}

/**
 * Checks a token listing, on the screen and on the server (R-LST-02, R-LST-03).
 *
 * @param priceUsd as typed
 */
export function checkListing(qty: unknown, priceUsd: unknown, owned: number): Refusal | undefined {
  if (!isWhole(qty) || qty <= 0) return refuse('invalid-argument', 'Qty > 0');
  if (qty > owned) return refuse('invalid-argument', 'Not enough tokens');
  // Stryker disable next-line ConditionalExpression: Number.isFinite refuses what is no number; this tells the types so.
  if (typeof priceUsd !== 'number' || !Number.isFinite(priceUsd) || priceUsd < 0.01) {
    return refuse('invalid-argument', 'Valid price');
  }
  // A fraction of a cent gives NaN, which also fails the comparison.
  const cents = centsOfUsd(priceUsd);
  const { min, max } = config.listingPriceCents;
  return !(cents >= min && cents <= max)
    ? refuse('invalid-argument', `Choose ${formatCents(min)} – ${formatCents(max)}`)
    : undefined;
}
