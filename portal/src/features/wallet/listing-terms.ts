import { availableIn, stockedBlocks, type TokenBlock } from '@datchain/shared/domain/blocks.ts';
import { config } from '@datchain/shared/domain/config.ts';
import { formatCents, formatCount, formatTokens, isOrAre } from '@datchain/shared/domain/format.ts';
import { checkListing } from '@datchain/shared/domain/list-tokens.ts';
import { centsToMicros, usdOfCents } from '@datchain/shared/domain/money.ts';
import { tokenSaleParts } from '@datchain/shared/domain/sale-parts.ts';
import {
  type AmountFault,
  amountText,
  readAmount,
  readQuantity,
} from '@datchain/shared/domain/typed-amount.ts';
import type { Cents, UsdMicros } from '@datchain/shared/domain/units.ts';

export interface ListingDraft {
  readonly quantity: string;
  /** In US dollars, for one token. */
  readonly price: string;
  readonly owned: number;
  readonly maximumCents: Cents;
}

/** The parsed and checked draft; `amounts` only where both numbers are valid. */
export interface ListingTerms {
  readonly quantityError: string | undefined;
  readonly priceError: string | undefined;
  readonly qty: number;
  readonly priceCents: Cents;
  readonly amounts:
    | { readonly total: UsdMicros; readonly platform: UsdMicros; readonly seller: UsdMicros }
    | undefined;
}

/** Checks a price against the limits that do not depend on the market (R-LST-03). */
function checkTypedPrice(read: Cents | AmountFault): string | undefined {
  if (typeof read === 'number') return checkListing(1, usdOfCents(read), 1)?.message;
  if (read.fault === 'ambiguous') return read.sentence;
  return checkListing(1, read.fault === 'fraction' ? read.usd : Number.NaN, 1)?.message;
}

/**
 * Checks a price against the market's maximum. While all blocks are cheap, the maximum is below the
 * lowest allowed price: then only the limits of R-LST-03 hold.
 */
const overMaximum = (cents: Cents, maximum: Cents): string | undefined =>
  maximum >= config.listingPriceCents.min && cents > maximum
    ? `At most ${formatCents(maximum)} now`
    : undefined;

/** Checks a draft field by field, with the server's own rule (R-LST-02, R-LST-03). */
export function listingTerms({ quantity, price, owned, maximumCents }: ListingDraft): ListingTerms {
  const qty = readQuantity(quantity);
  const read = readAmount(price);
  const priceCents = typeof read === 'number' ? read : Number.NaN;
  const { max } = config.listingPriceCents;
  const quantityError = checkListing(qty, usdOfCents(max), owned)?.message;
  const priceError = checkTypedPrice(read) ?? overMaximum(priceCents, maximumCents);
  if (quantityError || priceError) {
    return { quantityError, priceError, qty, priceCents, amounts: undefined };
  }
  const amounts = { total: centsToMicros(qty * priceCents), ...tokenSaleParts(qty * priceCents) };
  return { quantityError, priceError, qty, priceCents, amounts };
}

/**
 * Counts the tokens that sell before those listed at a price: all of cheaper blocks, and those
 * already in the same block (N-FIG-02).
 *
 * @returns undefined without such tokens
 */
export function countAhead(
  blocks: readonly TokenBlock[],
  priceCents: Cents,
): { readonly total: string; readonly where: string } | undefined {
  const ahead = stockedBlocks(blocks).filter((block) => block.priceCents <= priceCents);
  const total = ahead.reduce((sum, block) => sum + availableIn(block), 0);
  if (total === 0) return undefined;
  return {
    total: `${formatTokens(total)} ${isOrAre(total)} ahead of yours`,
    where: formatAhead(ahead, total),
  };
}

function formatAhead(ahead: readonly TokenBlock[], total: number): string {
  const prices = ahead.map(({ priceCents }) => formatCents(priceCents));
  const [first, last] = [prices[0], prices.at(-1)];
  if (total === 1) return `It costs ${first} and sells first.`;
  if (ahead.length === 1) return `They cost ${first} and sell first.`;
  if (ahead.length > 2) return `Those from ${first} to ${last} sell first.`;
  const parts = ahead.map(
    (block, index) => `${formatCount(availableIn(block))} at ${prices[index]}`,
  );
  return `${parts.join(' and ')} sell first.`;
}

export function suggestedPrice(lotCents: Cents, maximumCents: Cents): string {
  const { min, max } = config.listingPriceCents;
  const most = Math.max(min, Math.min(max, maximumCents));
  return amountText(Math.min(most, Math.max(min, lotCents)));
}
