import type { purchaseVariants } from './books/order-schema.ts';
import { config } from './config.ts';
import { formatCents, formatTokens, tokenWord } from './format.ts';
import { type Refusal, refuse } from './refusal.ts';
import { type Cents, isWhole } from './units.ts';

export type PurchaseVariant = (typeof purchaseVariants)[number];

export interface BlockOffer {
  readonly priceCents: Cents;
  readonly available: number;
}

export const openOrdersRefusal = 'Finish or cancel your open orders first.';

/** The refusal in a block where only a user's own listings are left (N-MON-17). */
export const onlyOwnText =
  'All tokens left in this block are your own. Cancel your listing to have them back.';

/** Says whether the marketplace minimum is waived: less than $25 remains in the block. */
export const hasNoMinimum = (variant: PurchaseVariant, offer: BlockOffer): boolean =>
  variant === 'marketplace' &&
  offer.available * offer.priceCents < config.minimumOrderCents.marketplace;

/** Returns the fewest tokens that reach the minimum; if it is waived, the fewest a card can pay for. */
export function minimumQuantity(variant: PurchaseVariant, offer: BlockOffer): number {
  const leastCents = hasNoMinimum(variant, offer)
    ? config.cardMinimumCents
    : config.minimumOrderCents[variant];
  return Math.ceil(leastCents / offer.priceCents);
}

/** Formats a count without thousands separators, as the sentences have them. */
const tokens = (count: number): string => `${count} ${tokenWord(count)}`;

const cardMinimumText = (qty: number): string =>
  `Minimum card payment is ${formatCents(config.cardMinimumCents)} (${tokens(qty)})`;

/** Returns the sentence about the minimum: the hint and, unless the minimum is waived, the refusal. */
export function minimumText(variant: PurchaseVariant, offer: BlockOffer): string {
  const qty = minimumQuantity(variant, offer);
  const minimum = formatCents(config.minimumOrderCents[variant]).replace('.00', '');
  if (hasNoMinimum(variant, offer)) {
    const waived = `No minimum – less than ${minimum} remains in this block`;
    return qty === 1 ? waived : `${waived}. ${cardMinimumText(qty)}`;
  }
  return `Minimum purchase is ${minimum} (${variant === 'block' ? '' : '~'}${tokens(qty)})`;
}

/**
 * Checks the quantity of a token purchase (R-BLK-05, R-BLK-06). Screens and server call this.
 *
 * @returns undefined if it is allowed, else an `invalid-argument` refusal: 'Enter a positive number', 'Only
 * N tokens remain in this block', the minimum, or the card minimum where that is waived
 */
export function checkPurchase(
  variant: PurchaseVariant,
  offer: BlockOffer,
  qty: unknown,
): Refusal | undefined {
  if (!isWhole(qty) || qty <= 0) return refuse('invalid-argument', 'Enter a positive number');
  if (qty > offer.available) {
    const remain = offer.available === 1 ? 'remains' : 'remain';
    const text = `Only ${tokens(offer.available)} ${remain} in this block`;
    return refuse('invalid-argument', text);
  }
  const least = minimumQuantity(variant, offer);
  if (qty < least) {
    const text = hasNoMinimum(variant, offer)
      ? cardMinimumText(least)
      : minimumText(variant, offer);
    return refuse('invalid-argument', text);
  }
  return undefined;
}

export interface PurchasedTokens {
  readonly blockId: string;
  readonly qty: number;
  readonly editionNumber?: number | undefined;
  /** The song of the edition; undefined if it cannot be read. */
  readonly songName?: string | undefined;
}

/** Names a purchase on the payment page and the receipt (N-FST-02): '70 tokens for DAT #4 of Salt on the Wires'. */
export function purchaseName({ blockId, qty, editionNumber, songName }: PurchasedTokens): string {
  if (editionNumber === undefined) return `Utility tokens, Link ${blockId}`;
  const edition = `${formatTokens(qty)} for DAT #${editionNumber}`;
  return songName === undefined ? edition : `${edition} of ${songName}`;
}
