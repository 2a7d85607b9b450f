import * as v from 'valibot';
import type { OrderEdition, OrderState } from '../domain/books/orders.ts';
import type { PurchaseVariant } from '../domain/purchase.ts';
import { documentId } from './document-id.ts';

// The compiler compares these with the domain's lists: importing those would bring schemas to every
// page.

/** The callables by their names (R-CAL-03 to R-CAL-10), with what they take and answer. */
const blockId = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Block not found'));

const orderId = documentId(64, 'Order not found');

const datId = documentId(128, 'Edition not found');
const editionNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20));
/** expectedPrice in US dollars: what the buyer was shown. */
const wantedEdition = v.strictObject({ datId, editionNumber, expectedPrice: v.unknown() });

/** edition: what the tokens are bought for. The server buys it once they are paid (N-BUY-06). */
export const createPaymentLink = {
  name: 'createPaymentLinkDatTokenTesting',
  input: v.strictObject({
    blockId,
    qty: v.unknown(),
    variant: v.optional(v.picklist(['marketplace', 'block'] satisfies PurchaseVariant[]), 'block'),
    edition: v.optional(wantedEdition),
  }),
  output: v.object({ url: v.string(), orderId: v.string(), expiresAt: v.number() }),
} as const;

export const getOrderStatus = {
  name: 'getOrderStatus',
  input: v.strictObject({ orderId }),
  output: v.object({
    state: v.picklist([
      'reserved',
      'settled',
      'released',
      'refunded',
      'review',
    ] satisfies OrderState[]),
    blockId: v.string(),
    qty: v.number(),
    /** Whole cents. */
    total: v.number(),
    expiresAt: v.number(),
    /** The server's clock when it answered: the device's may be wrong (N-INP-13). */
    now: v.optional(v.number()),
    settledAt: v.nullable(v.number()),
    /** How much of the total was returned to the card. */
    refundedCents: v.optional(v.number()),
    /**
     * Tokens that went back for it: the order's own, others in their place, and those of the order
     * that had been spent or sold. Missing while nothing was returned.
     */
    takenBack: v.optional(
      v.object({ qty: v.number(), otherQty: v.number(), missingQty: v.number() }),
    ),
    /** Where an unpaid order can still be paid; null in every other state. */
    url: v.nullable(v.string()),
    /** The edition that the tokens are for; missing where none was wanted. */
    edition: v.optional(
      v.object({
        datId: v.string(),
        editionNumber: v.number(),
        /** The confirmed price in whole cents; the price paid is never higher. */
        priceCents: v.number(),
        /**
         * wanted: bought as soon as the order is settled. missed: the tokens stay in the wallet.
         */
        state: v.picklist(['wanted', 'bought', 'missed'] satisfies OrderEdition['state'][]),
        /** Why it was missed, as a sentence. */
        reason: v.optional(v.string()),
        /** If it was bought: its line in the buyer's history, and the tokens spent. */
        entryId: v.optional(v.string()),
        spent: v.optional(v.number()),
      }),
    ),
  }),
} as const;

export const cancelOrder = {
  name: 'cancelOrder',
  input: v.strictObject({ orderId }),
  output: getOrderStatus.output,
} as const;

const listingId = documentId(64, 'Listing not found');
const ok = v.object({ ok: v.literal(true) });

// The answer of the two listing calls is not read: whatever they answer, the listing is done
// (N-MON-15).

/** blockId is the price of one token in cents, as text; fractions of a cent are refused as prices. */
export const listTokens = {
  name: 'listDatChainTokens',
  input: v.strictObject({
    blockId: v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,9})?$/, 'Valid price')),
    qty: v.unknown(),
  }),
  output: v.fallback(v.object({ listingId: v.string() }), { listingId: '' }),
} as const;

export const cancelTokenListing = {
  name: 'cancelTokenListing',
  input: v.strictObject({ listingId }),
  output: v.object({ returned: v.number() }),
} as const;

/** The caller's tokens for sale, by block: they cannot buy those themselves (N-MON-17). */
export const getOwnForSale = {
  name: 'getOwnForSale',
  input: v.strictObject({}),
  output: v.object({ blocks: v.array(v.object({ blockId: v.string(), qty: v.number() })) }),
} as const;

/**
 * What the next tokens of a block buy of editions, for this caller, in micros: those that users sell
 * were issued at any price (N-MON-23). Null where one order cannot have so many.
 */
export const getTokenQuote = {
  name: 'getTokenQuote',
  input: v.strictObject({ blockId, qty: v.unknown() }),
  output: v.object({ faceMicros: v.nullable(v.number()) }),
} as const;

/** newPrice in US dollars. */
export const setEditionForSale = {
  name: 'setEditionForSaleCF',
  input: v.strictObject({ datId, editionNumber, newPrice: v.unknown() }),
  output: v.fallback(ok, { ok: true }),
} as const;

export const cancelEditionListing = {
  name: 'cancelEditionListing',
  input: v.strictObject({ datId, editionNumber }),
  output: ok,
} as const;

/** What buying an edition now takes from the caller's wallet and card (N-BUY-05). */
export const getEditionQuote = {
  name: 'getEditionQuote',
  input: v.strictObject({ datId, editionNumber }),
  output: v.object({
    priceCents: v.number(),
    /**
     * Why it cannot be bought now, as a sentence; null when it can, and then all fields below are
     * set.
     */
    blockedBy: v.nullable(v.string()),
    /** What the caller holds: tokens, their worth, and change, in micros. */
    held: v.object({ tokens: v.number(), micros: v.number(), changeMicros: v.number() }),
    /** What the card has to pay first; null when the caller has enough. */
    card: v.nullable(
      v.object({
        blockId: v.string(),
        tokenCents: v.number(),
        /**
         * Tokens that are missing, and how many are bought: more where a card payment has a
         * minimum.
         */
        needed: v.number(),
        qty: v.number(),
        totalCents: v.number(),
      }),
    ),
    /** What is spent on the edition: tokens, and change from before. */
    spent: v.object({ tokens: v.number(), changeMicros: v.number() }),
    /** What stays in the wallet afterwards. */
    left: v.object({ tokens: v.number(), micros: v.number(), changeMicros: v.number() }),
  }),
} as const;

/** spent: tokens that went. entryId: the purchase in the buyer's history, which has its receipt. */
export const purchaseEdition = {
  name: 'purchaseEdition',
  input: wantedEdition,
  output: v.object({ edition: v.number(), spent: v.number(), entryId: v.string() }),
} as const;

export const claimRewardTokens = {
  name: 'claimRewardTokens',
  input: v.strictObject({}),
  output: v.object({ claimed: v.number(), qty: v.number() }),
} as const;

const noInput = v.strictObject({});
const link = v.object({ url: v.string() });

/** The e-mail address only fills in Stripe's form: the account is found by the caller's uid. */
export const createOrRetrieveAccount = {
  name: 'createOrRetrieveAccount',
  input: v.strictObject({
    email: v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('Invalid email format.')),
  }),
  output: v.object({ stripeAccountId: v.string(), payouts_enabled: v.boolean() }),
} as const;

export const createOnboardingLink = {
  name: 'createOnboardingLink',
  input: noInput,
  output: link,
} as const;

export const createOnboardingLinkIOS = {
  name: 'createOnboardingLinkIOS',
  input: noInput,
  output: link,
} as const;

export const createBillingPortalLink = {
  name: 'createBillingPortalLink',
  input: noInput,
  output: link,
} as const;

/**
 * How far a payout account is: its form not sent yet; sent, with details missing; checked by the
 * provider; refused for good; ready.
 */
const payoutSetup = v.picklist(['begin', 'details', 'review', 'rejected', 'ready']);
export type PayoutSetup = v.InferOutput<typeof payoutSetup>;

export const getPayoutQuote = {
  name: 'getPayoutQuote',
  input: noInput,
  output: v.object({
    /** What Max fills in for credits, in whole cents. */
    eligibleCents: v.number(),
    /** Earnings that wait, oldest day first: YYYY-MM-DD, the moment they count from, micros. */
    pending: v.array(v.object({ date: v.string(), countsFrom: v.number(), micros: v.number() })),
    /** Days that earnings wait. */
    days: v.number(),
    tokenQty: v.number(),
    /** US dollars for one reward token. */
    tokenValue: v.number(),
    /** What Max fills in for tokens, in whole cents. */
    tokenCents: v.number(),
    payouts_enabled: v.boolean(),
    setup: payoutSetup,
    /** Why no payout can be made now, as a sentence; null when one can. */
    blockedBy: v.nullable(v.string()),
  }),
} as const;

/** payoutAmount in US dollars. An answer without the transfer's id is not a failure. */
export const processPayout = {
  name: 'processPayout',
  input: v.strictObject({
    payoutAmount: v.unknown(),
    source: v.picklist(['credits', 'tokens']),
    /** Names the payout: a second call with the same key continues it, or answers its transfer. */
    key: v.optional(v.pipe(v.string(), v.uuid('The key is no UUID.'), v.toLowerCase())),
  }),
  output: v.fallback(v.object({ transferId: v.string() }), { transferId: '' }),
} as const;

export type PayoutQuote = v.InferOutput<typeof getPayoutQuote.output>;
export type EditionQuote = v.InferOutput<typeof getEditionQuote.output>;
export type OrderStatus = v.InferOutput<typeof getOrderStatus.output>;
export type PaymentLink = v.InferOutput<typeof createPaymentLink.output>;
