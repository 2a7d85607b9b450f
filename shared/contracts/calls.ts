import * as v from 'valibot';

/** The callables by the names SPEC §7 gives them, with what they take and answer. */
const blockId = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Block not found'));
const orderId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Order not found'));

export const createPaymentLink = {
  name: 'createPaymentLinkDatTokenTesting',
  input: v.strictObject({
    blockId,
    qty: v.unknown(),
    variant: v.optional(v.picklist(['marketplace', 'block']), 'block'),
  }),
  output: v.object({ url: v.string(), orderId: v.string(), expiresAt: v.number() }),
} as const;

export const getOrderStatus = {
  name: 'getOrderStatus',
  input: v.strictObject({ orderId }),
  output: v.object({
    state: v.picklist(['reserved', 'settled', 'released', 'refunded', 'review']),
    blockId: v.string(),
    qty: v.number(),
    /** Whole cents. */
    total: v.number(),
    expiresAt: v.number(),
    settledAt: v.nullable(v.number()),
    /** What of the total went back to the card. */
    refundedCents: v.optional(v.number()),
    /** Where an unpaid order can still be paid; null in every other state. */
    url: v.nullable(v.string()),
  }),
} as const;

export const cancelOrder = {
  name: 'cancelOrder',
  input: v.strictObject({ orderId }),
  output: getOrderStatus.output,
} as const;

const datId = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/, 'Edition not found'));
const editionNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20));
const listingId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'Listing not found'));
const ok = v.object({ ok: v.literal(true) });

/** blockId is the price of one token in cents, as text. */
export const listTokens = {
  name: 'listDatChainTokens',
  input: v.strictObject({
    blockId: v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Valid price')),
    qty: v.unknown(),
  }),
  output: v.object({ listingId: v.string() }),
} as const;

export const cancelTokenListing = {
  name: 'cancelTokenListing',
  input: v.strictObject({ listingId }),
  output: v.object({ returned: v.number() }),
} as const;

/** newPrice in US dollars. */
export const setEditionForSale = {
  name: 'setEditionForSaleCF',
  input: v.strictObject({ datId, editionNumber, newPrice: v.unknown() }),
  output: ok,
} as const;

export const cancelEditionListing = {
  name: 'cancelEditionListing',
  input: v.strictObject({ datId, editionNumber }),
  output: ok,
} as const;

/** expectedPrice in US dollars: what the buyer was shown. spent: tokens that went. */
export const purchaseEdition = {
  name: 'purchaseEdition',
  input: v.strictObject({ datId, editionNumber, expectedPrice: v.unknown() }),
  output: v.object({ edition: v.number(), spent: v.number() }),
} as const;

export const claimRewardTokens = {
  name: 'claimRewardTokens',
  input: v.strictObject({}),
  output: v.object({ claimed: v.number(), qty: v.number() }),
} as const;

export type OrderStatus = v.InferOutput<typeof getOrderStatus.output>;
export type PaymentLink = v.InferOutput<typeof createPaymentLink.output>;
