import type { DemoTokenIssue, DemoTokenListing, DemoTokenPurchase } from './types.ts';

/** The tokens for sale in each block today, including sellers' queues; 0 for a sold-out block. */
const AVAILABLE: readonly (readonly [cents: number, available: number])[] = [
  [35, 0],
  [36, 41_200],
  [37, 25_000],
  [38, 25_000],
  [39, 25_000],
  [40, 30_000],
  [42, 30_000],
  // The block has no minimum: its tokens are worth $17.63, less than the smallest order.
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

/** Computes the first issue of each block, so that after all purchases this much is left. */
export function issuesFor(
  purchases: readonly DemoTokenPurchase[],
  listings: readonly DemoTokenListing[],
  atMillis: number,
): DemoTokenIssue[] {
  return AVAILABLE.map(([blockCents, available]) => {
    const own = purchases.filter((one) => one.blockCents === blockCents);
    const resold = sum(own.filter(({ seller }) => seller !== undefined));
    const queued = sum(listings.filter((one) => one.blockCents === blockCents)) - resold;
    // Refunded and unpaid tokens are on sale again, also those of a lost dispute.
    const bought = sum(own.filter(({ seller, end }) => seller === undefined && end === undefined));
    return { blockCents, qty: available - queued + bought, atMillis };
  });
}
