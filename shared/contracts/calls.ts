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
    /** Where an unpaid order can still be paid; null in every other state. */
    url: v.nullable(v.string()),
  }),
} as const;

export const cancelOrder = {
  name: 'cancelOrder',
  input: v.strictObject({ orderId }),
  output: getOrderStatus.output,
} as const;

export type OrderStatus = v.InferOutput<typeof getOrderStatus.output>;
export type PaymentLink = v.InferOutput<typeof createPaymentLink.output>;
