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

/** Why a user cannot buy in a block where nothing is left but their own listings (N-MON-17). */
export const onlyOwnText =
  'All tokens left in this block are your own. Cancel your listing to have them back.';

/** The marketplace minimum is waived when what remains of the block is worth less than $25. */
export const hasNoMinimum = (variant: PurchaseVariant, offer: BlockOffer): boolean =>
  variant === 'marketplace' &&
  offer.available * offer.priceCents < config.minimumOrderCents.marketplace;

/** The smallest number of tokens that reaches the minimum; where that is waived, the least that a card can pay. */
export function minimumQuantity(variant: PurchaseVariant, offer: BlockOffer): number {
  const leastCents = hasNoMinimum(variant, offer)
    ? config.cardMinimumCents
    : config.minimumOrderCents[variant];
  return Math.ceil(leastCents / offer.priceCents);
}

/** The sentences have no commas in their numbers. */
const tokens = (count: number): string => `${count} ${tokenWord(count)}`;

const cardMinimumText = (qty: number): string =>
  `Minimum card payment is ${formatCents(config.cardMinimumCents)} (${tokens(qty)})`;

/** The sentence about the minimum, shown as a hint and, unless it is waived, as the refusal. */
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
 * Checks the quantity of a token purchase (R-BLK-05, R-BLK-06). Screens and server call this
 * same function.
 *
 * @returns undefined when the purchase is allowed, otherwise an `invalid-argument` refusal with
 * a sentence: 'Enter a positive number', 'Only N tokens remain in this block' or the minimum;
 * where that is waived, the least that a card can pay.
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
  /** The song of that edition; undefined where it cannot be read. */
  readonly songName?: string | undefined;
}

/** Names a purchase on the payment page and receipt (N-FST-02): '70 tokens for DAT #4 of Salt on the Wires'. */
export function purchaseName({ blockId, qty, editionNumber, songName }: PurchasedTokens): string {
  if (editionNumber === undefined) return `Utility tokens, Link ${blockId}`;
  const edition = `${formatTokens(qty)} for DAT #${editionNumber}`;
  return songName === undefined ? edition : `${edition} of ${songName}`;
}
