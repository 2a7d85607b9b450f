import type { DemoTokenBlock, DemoTokenListing, DemoTokenPurchase } from './types.ts';

/** Tokens that can be bought per block, the sellers' queue included. Zero is a sold-out block. */
const AVAILABLE: readonly (readonly [cents: number, available: number])[] = [
  [35, 0],
  [36, 41_200],
  [37, 25_000],
  [38, 25_000],
  [39, 25_000],
  [40, 30_000],
  [42, 30_000],
  // $17.63 worth: under the smallest order, so it is sold without a minimum.
  [43, 41],
  [45, 30_000],
  [48, 35_000],
  [50, 35_000],
  [55, 35_000],
  [60, 40_000],
  [100, 40_000],
];

/** The blocks as they stand after all purchases and listings, cheapest first. */
export function blocksAfter(
  purchases: readonly DemoTokenPurchase[],
  listings: readonly DemoTokenListing[],
): DemoTokenBlock[] {
  const qtyIn = (cents: number, rows: readonly { blockCents: number; qty: number }[]) =>
    rows.filter((row) => row.blockCents === cents).reduce((sum, row) => sum + row.qty, 0);
  return AVAILABLE.map(([cents, available]) => {
    const sellQty = qtyIn(cents, listings);
    const platformRemaining = available - sellQty;
    return {
      cents,
      platformMintedQty: platformRemaining + qtyIn(cents, purchases),
      platformRemaining,
      sellQty,
    };
  });
}
