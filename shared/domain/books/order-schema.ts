import * as v from 'valibot';
import { count } from '../whole.ts';
import { nothingTaken } from './nothing-taken.ts';

/**
 * Orders as they are stored, separate from their rules, so that code that only calculates does not
 * load them.
 */
/** Tokens a user owns from one block. `faceMicros` is what they were worth when issued, in all. */
export const lotSchema = v.object({
  blockId: v.string(),
  /**
   * The order that delivered them, where they are not worth their price: such tokens are a lot of
   * their own (N-MON-18). Tokens that are worth their price are alike, and one lot per block.
   */
  orderId: v.exactOptional(v.string()),
  priceCents: count,
  qty: count,
  faceMicros: count,
  /**
   * Its place among the lots, so that returning tokens find it again; missing if older than all.
   */
  since: v.exactOptional(count),
});

/** An edition that a buyer wants, at the confirmed price. */
const wantedEdition = { datId: v.string(), number: count, priceCents: count };
export const wantedEditionSchema = v.object(wantedEdition);

/**
 * Where tokens are bought: `marketplace` on /home ($25, cheapest block only),
 * `block` on /tdc/block/{id} ($10).
 */
export const purchaseVariants = ['marketplace', 'block'] as const;

/**
 * Where part of an order's tokens comes from; for the platform, source and seller are 'platform'.
 */
export const orderPartSchema = v.object({
  /** 'platform', or the listing the tokens come from. */
  source: v.string(),
  sellerUid: v.string(),
  qty: v.pipe(v.number(), v.integer()),
  /** The face of these tokens. */
  faceMicros: v.pipe(v.number(), v.integer()),
  /** The seller's lots they come from; missing where the platform sells. */
  lots: v.exactOptional(v.array(lotSchema)),
});

/**
 * reserved: tokens are held, not paid yet. settled: paid, tokens delivered. released: given back.
 * refunded: paid too late, money returned. review: a person must check it.
 */
export const orderStates = ['reserved', 'settled', 'released', 'refunded', 'review'] as const;

/** Tokens of other lots that stand in for those of an order that are gone. */
export const otherTokensSchema = v.object({
  lots: v.array(lotSchema),
  /** How much of the buyer's change was taken with them; missing if none. */
  changeMicros: v.exactOptional(count),
  /** How much of the missing tokens' price they covered, at their face. */
  creditMicros: count,
  poolMicros: count,
});

/** What refunds and disputes have taken back of an order's tokens, in all. */
export const takenBackSchema = v.object({
  /** Tokens that went from the buyer to the platform, and their face. */
  tokens: count,
  faceMicros: count,
  /** What the reward pool gave of their price; the platform stands in when it has too little. */
  poolMicros: count,
  /** Tokens that were no longer there. */
  missing: count,
  /** What they came to; what `others` leave open of it is a debt. Absent where none are missing. */
  missingMicros: v.exactOptional(count),
  others: v.exactOptional(otherTokensSchema),
});

/** What Stripe charged, by the balance transaction that says so. */
export const stripeFeeSchema = v.object({
  transactionId: v.string(),
  cents: v.pipe(v.number(), v.safeInteger()),
});

/**
 * wanted: it is bought once the order is settled. missed: it could not be bought; the buyer keeps
 * the tokens.
 */
export const orderEditionStates = ['wanted', 'bought', 'missed'] as const;

/** The outcome for the edition that an order's tokens are for. */
export const orderEditionSchema = v.object({
  ...wantedEdition,
  state: v.picklist(orderEditionStates),
  /** Why it was missed, as a sentence for the buyer. */
  reason: v.exactOptional(v.string()),
  /** The journal entry that bought it, and the tokens spent. */
  entryId: v.exactOptional(v.string()),
  spent: v.exactOptional(count),
});

/**
 * A buyer's intent to buy tokens of one block at its price, `orders/{id}`; its buyer may read it.
 * Whose tokens they are is kept separately, in `orderParts/{id}`.
 */
export const ownOrderSchema = v.object({
  id: v.string(),
  uid: v.string(),
  blockId: v.string(),
  priceCents: v.pipe(v.number(), v.integer()),
  qty: v.pipe(v.number(), v.integer()),
  totalCents: v.pipe(v.number(), v.integer()),
  variant: v.picklist(purchaseVariants),
  state: v.picklist(orderStates),
  createdAt: v.number(),
  expiresAt: v.number(),
  sessionId: v.nullable(v.string()),
  paymentIntentId: v.nullable(v.string()),
  settledAt: v.nullable(v.number()),
  /** The amount that was paid for an order in review, where it is not the total. */
  paidCents: v.exactOptional(count),
  /** What refunds and disputes returned to the card, less what came back. */
  refundedCents: v.optional(count, 0),
  /** The journal entries that say so. */
  clawbacks: v.optional(v.array(v.string()), []),
  takenBack: v.optional(takenBackSchema, nothingTaken),
  /** Null until Stripe has said what the payment cost. */
  chargeFee: v.optional(v.nullable(stripeFeeSchema), null),
  /** What Stripe charged for refunds and disputes. */
  otherFees: v.optional(v.array(stripeFeeSchema), []),
  /** Its tokens were delivered as a lot of their own: see `lotSchema`. */
  isOwnLot: v.exactOptional(v.boolean()),
  /** Why it is in review, in words for the operator. */
  reviewReason: v.nullable(v.string()),
  /** The exact body of the Checkout Session as JSON: a repeated create is the same request. */
  checkout: v.nullable(v.string()),
  /** Missing where the tokens are for no edition in particular. */
  edition: v.exactOptional(orderEditionSchema),
});

/**
 * Where an order's tokens come from: the platform first, then sellers, fixed when they were
 * reserved. It names sellers, so only the server reads it (N-MON-08).
 */
export const orderPartsSchema = v.object({
  parts: v.pipe(v.array(orderPartSchema), v.minLength(1)),
});
