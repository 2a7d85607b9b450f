import * as v from 'valibot';
import { orderPartsSchema, ownOrderSchema } from '../../domain/books/order-schema.ts';
import type { Order } from '../../domain/books/orders.ts';
import { isRecord } from '../tolerant.ts';

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
  ...v.parse(orderPartsSchema, parts ?? order),
});

/** The two documents of an order: what its buyer reads, and its parts. */
export function storeOrder({ parts, ...own }: Order) {
  return { own, parts: { parts } };
}
