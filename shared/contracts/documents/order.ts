import * as v from 'valibot';
import { nothingTaken } from '../../domain/books/orders.ts';
import { readList } from '../tolerant.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const fee = v.object({ transactionId: v.string(), cents: v.pipe(v.number(), v.safeInteger()) });

/** Tokens of one block; their place is missing in those from before lots had one. */
export const orderLot = v.object({
  blockId: v.string(),
  priceCents: count,
  qty: count,
  faceMicros: count,
  since: v.exactOptional(count),
});

/**
 * A user's intent to buy tokens, `orders/{id}`; its owner may read it. Amounts in whole cents. Whose
 * tokens they are stands in order-parts.ts.
 */
export const ownOrderSchema = v.object({
  id: v.string(),
  uid: v.string(),
  blockId: v.string(),
  priceCents: v.pipe(v.number(), v.integer()),
  qty: v.pipe(v.number(), v.integer()),
  totalCents: v.pipe(v.number(), v.integer()),
  variant: v.picklist(['marketplace', 'block']),
  state: v.picklist(['reserved', 'settled', 'released', 'refunded', 'review']),
  createdAt: v.number(),
  expiresAt: v.number(),
  sessionId: v.nullable(v.string()),
  paymentIntentId: v.nullable(v.string()),
  settledAt: v.nullable(v.number()),
  /** What went back to the card by refunds and disputes, less what came back from lost ones. */
  refundedCents: v.optional(count, 0),
  /** The journal entries that say so. */
  clawbacks: v.optional(v.array(v.string()), []),
  takenBack: v.optional(
    v.object({
      tokens: count,
      faceMicros: count,
      poolMicros: count,
      missing: count,
      missingMicros: v.exactOptional(count),
      /** Tokens of other lots that stood in for missing ones. */
      others: v.exactOptional(
        v.object({
          lots: v.array(orderLot),
          changeMicros: v.exactOptional(count),
          creditMicros: count,
          poolMicros: count,
        }),
      ),
    }),
    nothingTaken,
  ),
  /** What Stripe charged for the payment; null until Stripe has said. */
  chargeFee: v.optional(v.nullable(fee), null),
  /** What Stripe charged for refunds and disputes. */
  otherFees: v.optional(v.array(fee), []),
  /** Why it stands in review, in words for the operator. */
  reviewReason: v.nullable(v.string()),
  /** The exact body of the Checkout Session, so that a repeated create is the same request. */
  checkout: v.nullable(v.string()),
  /** The edition that the tokens are for, and what became of it. */
  edition: v.exactOptional(
    v.object({
      datId: v.string(),
      number: count,
      priceCents: count,
      state: v.picklist(['wanted', 'bought', 'missed']),
      reason: v.exactOptional(v.string()),
      entryId: v.exactOptional(v.string()),
      spent: v.exactOptional(count),
    }),
  ),
});

export type TokenOrder = v.InferOutput<typeof ownOrderSchema>;
export type TokenOrderState = TokenOrder['state'];

/** Reads somebody's open orders, those whose time runs out first in front; others are left out. */
export const readOpenOrders = (value: unknown): TokenOrder[] =>
  readList(value)
    .flatMap((item) => {
      const parsed = v.safeParse(ownOrderSchema, item);
      return parsed.success && parsed.output.state === 'reserved' ? [parsed.output] : [];
    })
    .sort((a, b) => a.expiresAt - b.expiresAt);
