import * as v from 'valibot';
import type { OrderEdition, OrderState } from '../../domain/books/orders.ts';
import type { PurchaseVariant } from '../../domain/purchase.ts';
import { documentId } from '../document-id.ts';
import { blockId, wantedEdition } from './fields.ts';

// The compiler compares these lists with the domain's: importing those would load schemas on every page.

const orderId = documentId(64, 'Order not found');

/** Creates an order with a payment page. The server buys `edition` once the tokens are paid (N-BUY-06). */
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
      'ended',
      'refunded',
      'review',
    ] satisfies OrderState[]),
    blockId: v.string(),
    qty: v.number(),
    /** The total in whole cents. */
    total: v.number(),
    expiresAt: v.number(),
    /** The server's clock at the answer, because the device's can be wrong (N-INP-13). */
    now: v.optional(v.number()),
    settledAt: v.nullable(v.number()),
    refundedCents: v.optional(v.number()),
    /**
     * The tokens taken back for it: the order's own, others in their place, and missing ones, which had been
     * spent or sold. Absent while nothing was returned.
     */
    takenBack: v.optional(
      v.object({ qty: v.number(), otherQty: v.number(), missingQty: v.number() }),
    ),
    /** The payment page of an unpaid order; null in every other state. */
    url: v.nullable(v.string()),
    edition: v.optional(
      v.object({
        datId: v.string(),
        editionNumber: v.number(),
        /** The confirmed price in whole cents; the price paid is never higher. */
        priceCents: v.number(),
        /** wanted: bought once the order is settled. missed: the tokens stay in the wallet. */
        state: v.picklist(['wanted', 'bought', 'missed'] satisfies OrderEdition['state'][]),
        reason: v.optional(v.string()),
        /** After a purchase: its entry in the buyer's history, and the tokens spent. */
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

export type OrderStatus = v.InferOutput<typeof getOrderStatus.output>;
export type PaymentLink = v.InferOutput<typeof createPaymentLink.output>;
