import * as v from 'valibot';
import type { OrderEdition, OrderState } from '../../domain/books/orders.ts';
import type { PurchaseVariant } from '../../domain/purchase.ts';
import { documentId } from '../document-id.ts';
import { blockId, wantedEdition } from './fields.ts';

// The compiler compares these with the domain's lists: importing those would bring schemas to every
// page.

const orderId = documentId(64, 'Order not found');

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

export type OrderStatus = v.InferOutput<typeof getOrderStatus.output>;
export type PaymentLink = v.InferOutput<typeof createPaymentLink.output>;
