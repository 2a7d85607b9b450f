import type { DemoTokenIssue, DemoTokenListing, DemoTokenPurchase } from './types.ts';

/** Tokens that can be bought per block today, the sellers' queue included. Zero is a sold-out block. */
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

const sum = (rows: readonly { qty: number }[]): number =>
  rows.reduce((all, { qty }) => all + qty, 0);

/** What the platform puts on sale on its first day, so that after all of this so much is left. */
export function issuesFor(
  purchases: readonly DemoTokenPurchase[],
  listings: readonly DemoTokenListing[],
  atMs: number,
): DemoTokenIssue[] {
  return AVAILABLE.map(([blockCents, available]) => {
    const own = purchases.filter((one) => one.blockCents === blockCents);
    const resold = sum(own.filter(({ seller }) => seller !== undefined));
    const queued = sum(listings.filter((one) => one.blockCents === blockCents)) - resold;
    // What was refunded or never paid is on sale again; a lost dispute leaves its tokens there, too.
    const bought = sum(own.filter(({ seller, end }) => seller === undefined && end === undefined));
    return { blockCents, qty: available - queued + bought, atMs };
  });
}
