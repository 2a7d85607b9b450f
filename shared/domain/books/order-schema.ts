import * as v from 'valibot';
import { count } from '../whole.ts';
import { nothingTaken } from './nothing-taken.ts';

/**
 * A user's tokens from one block; `faceMicros` is the face of all of them.
 *
 * The schemas in this file are separate from the rules, so that calculating code does not load them.
 */
export const lotSchema = v.object({
  blockId: v.string(),
  /**
   * The delivering order, if the tokens' face is not their price: such tokens are a lot of their own
   * (N-MON-18). Tokens at face are alike and form one lot per block.
   */
  orderId: v.exactOptional(v.string()),
  priceCents: count,
  qty: count,
  faceMicros: count,
  /** The lot's place among the lots, so that returned tokens find it; missing on the oldest lots. */
  since: v.exactOptional(count),
});

const wantedEdition = { datId: v.string(), number: count, priceCents: count };
export const wantedEditionSchema = v.object(wantedEdition);

/**
 * The place of a purchase: `marketplace` on /home (from $25, cheapest block only), `block` on /tdc/block/{id}
 * (from $10).
 */
export const purchaseVariants = ['marketplace', 'block'] as const;

/** A source of an order's tokens: the platform ('platform' as source and seller) or a listing. */
export const orderPartSchema = v.object({
  source: v.string(),
  sellerUid: v.string(),
  qty: v.pipe(v.number(), v.integer()),
  faceMicros: v.pipe(v.number(), v.integer()),
  /** The seller's lots the tokens come from; missing for the platform. */
  lots: v.exactOptional(v.array(lotSchema)),
});

/**
 * The states of an order. reserved: tokens are held, not paid. settled: paid and delivered. ended: tokens
 * given back. refunded: paid too late, money returned. review: an operator must check it.
 */
export const orderStates = ['reserved', 'settled', 'ended', 'refunded', 'review'] as const;

/** Tokens of other lots, taken in place of an order's missing tokens. */
export const otherTokensSchema = v.object({
  lots: v.array(lotSchema),
  changeMicros: v.exactOptional(count),
  /** The part of the missing tokens' price that these cover, at their face. */
  creditMicros: count,
  poolMicros: count,
});

/** The totals that refunds and disputes have taken back of an order. */
export const takenBackSchema = v.object({
  /** Tokens that went from the buyer to the platform, and their face. */
  tokens: count,
  faceMicros: count,
  /** The reward pool's part of their price; the platform covers what the pool lacks. */
  poolMicros: count,
  /** Tokens that the buyer no longer had. */
  missing: count,
  /** The price of the missing tokens; the part that `others` do not cover is a debt. Absent if none are missing. */
  missingMicros: v.exactOptional(count),
  others: v.exactOptional(otherTokensSchema),
});

export const stripeFeeSchema = v.object({
  transactionId: v.string(),
  cents: v.pipe(v.number(), v.safeInteger()),
});

/**
 * The states of a wanted edition. wanted: it is bought once the order is settled. missed: it could not be
 * bought, and the buyer keeps the tokens.
 */
export const orderEditionStates = ['wanted', 'bought', 'missed'] as const;

export const orderEditionSchema = v.object({
  ...wantedEdition,
  state: v.picklist(orderEditionStates),
  reason: v.exactOptional(v.string()),
  entryId: v.exactOptional(v.string()),
  spent: v.exactOptional(count),
});

/**
 * An order for tokens of one block at its price, `orders/{id}`; its buyer may read it. The sellers are
 * separate, in `orderParts/{id}`.
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
  /** The paid amount of an order in review, if it is not the total. */
  paidCents: v.exactOptional(count),
  /** The money that refunds and disputes returned to the card, less what came back. */
  refundedCents: v.optional(count, 0),
  /** The journal entries of these refunds and disputes. */
  clawbacks: v.optional(v.array(v.string()), []),
  takenBack: v.optional(takenBackSchema, nothingTaken),
  /** Stripe's fee for the payment; null until Stripe reports it. */
  chargeFee: v.optional(v.nullable(stripeFeeSchema), null),
  otherFees: v.optional(v.array(stripeFeeSchema), []),
  /** Set if the tokens were delivered as a lot of their own: see `lotSchema`. */
  isOwnLot: v.exactOptional(v.boolean()),
  reviewReason: v.nullable(v.string()),
  /** The exact body of the Checkout Session as JSON, so that a retry sends the same request. */
  checkout: v.nullable(v.string()),
  edition: v.exactOptional(orderEditionSchema),
});

/**
 * The sources of an order's tokens, platform first, then sellers, fixed at the reservation. They name
 * sellers, so only the server reads them (N-MON-08).
 */
export const orderPartsSchema = v.object({
  parts: v.pipe(v.array(orderPartSchema), v.minLength(1)),
});
