import { config, rates } from './config.ts';
import { formatCents, formatCount } from './format.ts';
import { isWhole } from './units.ts';

const { min, max } = config.listingPriceCents;

/** Checks tokens to put on sale or withdraw. Their price has the limits of users' listings (N-LCH-01). */
export function stockProblem({
  priceCents,
  qty,
}: {
  readonly priceCents: number;
  readonly qty: number;
}): { readonly field: 'price' | 'qty'; readonly sentence: string } | undefined {
  if (!isWhole(priceCents) || priceCents < min || priceCents > max) {
    return { field: 'price', sentence: `Choose ${formatCents(min)} – ${formatCents(max)}.` };
  }
  if (!isWhole(qty) || qty < 1 || qty > rates.maxOrderQty) {
    const sentence = `Enter a whole number of tokens, at most ${formatCount(rates.maxOrderQty)}.`;
    return { field: 'qty', sentence };
  }
  return undefined;
}
