import * as v from 'valibot';
import { purchaseVariants } from '../purchase.ts';
import { count, type Stored } from '../stored.ts';
import { lotSchema, wantedEdition } from './guards.ts';

/** Where part of an order's tokens comes from; for the platform, source and seller are 'platform'. */
const orderPartSchema = v.object({
  /** 'platform', or the listing the tokens come from. */
  source: v.string(),
  sellerUid: v.string(),
  qty: v.pipe(v.number(), v.integer()),
  /** The face these tokens bring with them. */
  faceMicros: v.pipe(v.number(), v.integer()),
  /** A seller's lots they are of; missing in orders from before listings remembered them. */
  lots: v.exactOptional(v.array(lotSchema)),
});
export type OrderPart = Stored<typeof orderPartSchema>;

/**
 * reserved: tokens are held, not paid yet. settled: paid, tokens delivered. released: given back.
 * refunded: paid too late, money returned. review: a person must look.
 */
export const orderStates = ['reserved', 'settled', 'released', 'refunded', 'review'] as const;
export type OrderState = (typeof orderStates)[number];

/** Tokens of other lots that stand in for those of an order that are gone. */
const otherTokensSchema = v.object({
  lots: v.array(lotSchema),
  /** What of the buyer's change went with them; missing: none. */
  changeMicros: v.exactOptional(count),
  /** What of the missing tokens' price they made up for, at their face. */
  creditMicros: count,
  poolMicros: count,
});
export type OtherTokens = Stored<typeof otherTokensSchema>;

/** What refunds and disputes have taken back of an order's tokens, in all. */
const takenBackSchema = v.object({
  /** Tokens that went from the buyer to the platform, and their face. */
  tokens: count,
  faceMicros: count,
  /** What the reward pool gave of their price; the platform stands in when it has too little. */
  poolMicros: count,
  /** Tokens that were not there any more. */
  missing: count,
  /**
   * What they came to; what `others` leave open of it is a debt. Absent where none are missing, and
   * where it is their price: in orders refunded before it was counted.
   */
  missingMicros: v.exactOptional(count),
  others: v.exactOptional(otherTokensSchema),
});
export type TakenBack = Stored<typeof takenBackSchema>;

export const nothingTaken = {
  tokens: 0,
  faceMicros: 0,
  poolMicros: 0,
  missing: 0,
};

/** What Stripe charged, by the balance transaction that says so. */
const stripeFeeSchema = v.object({
  transactionId: v.string(),
  cents: v.pipe(v.number(), v.safeInteger()),
});
export type StripeFee = Stored<typeof stripeFeeSchema>;

/** wanted: it is bought once the order is settled. missed: it could not be had, the tokens stay. */
export const orderEditionStates = ['wanted', 'bought', 'missed'] as const;

/** What became of the edition that an order's tokens are for. */
const orderEditionSchema = v.object({
  ...wantedEdition,
  state: v.picklist(orderEditionStates),
  /** Why it was missed, as a sentence for the buyer. */
  reason: v.exactOptional(v.string()),
  /** The journal entry that bought it, and the tokens that went. */
  entryId: v.exactOptional(v.string()),
  spent: v.exactOptional(count),
});
export type OrderEdition = Stored<typeof orderEditionSchema>;

/**
 * A buyer's intent to buy tokens of one block at its price, `orders/{id}`; its buyer may read it. Whose
 * tokens they are is kept apart, in `orderParts/{id}`.
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
  /** What went back to the card by refunds and disputes, less what came back from lost ones. */
  refundedCents: v.optional(count, 0),
  /** The journal entries that say so. */
  clawbacks: v.optional(v.array(v.string()), []),
  takenBack: v.optional(takenBackSchema, nothingTaken),
  /** Null until Stripe has said what the payment cost. */
  chargeFee: v.optional(v.nullable(stripeFeeSchema), null),
  /** What Stripe charged for refunds and disputes. */
  otherFees: v.optional(v.array(stripeFeeSchema), []),
  /** Why it stands in review, in words for the operator. */
  reviewReason: v.nullable(v.string()),
  /** The exact body of the Checkout Session as JSON: a repeated create is the same request. */
  checkout: v.nullable(v.string()),
  /** Missing where the tokens are for no edition in particular. */
  edition: v.exactOptional(orderEditionSchema),
});
export type OwnOrder = Stored<typeof ownOrderSchema>;

/**
 * Where an order's tokens come from: the platform first, then sellers, fixed when they were reserved.
 * It names sellers, so nobody reads it but the server (N-MON-08).
 */
export const orderPartsSchema = v.object({
  parts: v.pipe(v.array(orderPartSchema), v.minLength(1)),
});

export type Order = OwnOrder & Stored<typeof orderPartsSchema>;

export const PLATFORM = 'platform';
