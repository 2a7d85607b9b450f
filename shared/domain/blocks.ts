import { config } from './config.ts';
import { formatCount, formatMicros } from './format.ts';
import { centsToMicros, MICROS_PER_CENT } from './money.ts';
import type { BlockOffer } from './purchase.ts';
import type { Cents, UsdMicros } from './units.ts';

/** A token block as everyone sees it (R-DB-05). */
export interface TokenBlock {
  /** A numeric id as text; for blocks that users list into, the price in cents. */
  readonly id: string;
  readonly priceCents: Cents;
  readonly platformRemaining: number;
  readonly sellQty: number;
  /** The face of users' listed tokens, which can be below their price (N-MON-23). */
  readonly sellFaceMicros: UsdMicros;
}

export const availableIn = (block: TokenBlock): number => block.platformRemaining + block.sellQty;

/** Subtracts a user's own listings, which they cannot buy (N-MON-17). */
export const withoutOwn = (block: TokenBlock, own: ReadonlyMap<string, number>): TokenBlock => ({
  ...block,
  sellQty: Math.max(0, block.sellQty - (own.get(block.id) ?? 0)),
});

/** Says whether users' tokens in the block have less face than they cost (N-MON-23). */
export const buysLess = ({ priceCents, sellQty, sellFaceMicros }: TokenBlock): boolean =>
  sellFaceMicros < centsToMicros(priceCents * sellQty);

/** Says what one token of the block's owners counts as, if that is less than its price (N-FIG-02). */
export function countsAsText(block: TokenBlock): string | undefined {
  if (!buysLess(block)) return undefined;
  const { sellQty, sellFaceMicros } = block;
  const isExact = sellFaceMicros % (sellQty * MICROS_PER_CENT) === 0;
  const value = `${isExact ? '' : 'about '}${formatMicros(sellFaceMicros / sellQty)}`;
  return sellQty === 1
    ? `1 from an owner counts as ${value}`
    : `${formatCount(sellQty)} from owners count as ${value} each`;
}

export const offerOf = (block: TokenBlock): BlockOffer => ({
  priceCents: block.priceCents,
  available: availableIn(block),
});

const byPriceThenId = (a: TokenBlock, b: TokenBlock) =>
  a.priceCents - b.priceCents || Number(a.id) - Number(b.id);

/** Returns blocks with stock, cheapest first (R-HOM-02). */
export const stockedBlocks = (blocks: readonly TokenBlock[]): TokenBlock[] =>
  blocks.filter((block) => availableIn(block) > 0).sort(byPriceThenId);

const isWorthACardPayment = (block: TokenBlock): boolean =>
  availableIn(block) * block.priceCents >= config.cardMinimumCents;

/**
 * Returns the block that the marketplace buys from (R-HOM-05). It skips blocks worth less than the smallest
 * card payment.
 */
export function cheapestBlock(blocks: readonly TokenBlock[]): TokenBlock | undefined {
  const stocked = stockedBlocks(blocks);
  return stocked.find(isWorthACardPayment) ?? stocked[0];
}

export const utilityTokensRemaining = (blocks: readonly TokenBlock[]): number =>
  blocks.reduce((total, block) => total + availableIn(block), 0);
