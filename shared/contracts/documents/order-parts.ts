import * as v from 'valibot';
import type { Order } from '../../domain/books/orders.ts';
import { isRecord } from '../tolerant.ts';
import { orderLot, ownOrderSchema } from './order.ts';

/**
 * Where an order's tokens come from, `orderParts/{id}`: the platform first, then sellers, fixed when
 * they were reserved. It names sellers, so nobody reads it but the server (N-MON-08).
 */
const partsSchema = v.object({
  parts: v.pipe(
    v.array(
      v.object({
        /** 'platform', or the listing the tokens come from. */
        source: v.string(),
        sellerUid: v.string(),
        qty: v.pipe(v.number(), v.integer()),
        faceMicros: v.pipe(v.number(), v.integer()),
        /** A seller's lots they are of, so that what is not paid for returns there. */
        lots: v.exactOptional(v.array(orderLot)),
      }),
    ),
    v.minLength(1),
  ),
});

/** Whether an order was written before its parts had a document of their own, and still has them. */
export const hasOwnParts = (order: unknown): boolean =>
  isRecord(order) && Array.isArray(order.parts) && order.parts.length > 0;

/**
 * Reads an order of its two documents; `parts` is undefined while the order still has its own.
 *
 * @throws when one of them is not what the door writes
 */
export const readOrder = (order: unknown, parts: unknown): Order => ({
  ...v.parse(ownOrderSchema, order),
  ...v.parse(partsSchema, parts ?? order),
});

/** The two documents of an order: what its buyer reads, and its parts. */
export function storeOrder({ parts, ...own }: Order) {
  return { own, parts: { parts } };
}
