import * as v from 'valibot';
import { orderPartsSchema, ownOrderSchema } from '../../domain/books/order-schema.ts';
import type { Order } from '../../domain/books/orders.ts';

/**
 * Reads an order from its two documents.
 *
 * @throws ValiError if one of them is invalid
 */
export const readOrder = (order: unknown, parts: unknown): Order => ({
  ...v.parse(ownOrderSchema, order),
  ...v.parse(orderPartsSchema, parts),
});

/** Splits an order into its two documents: what its buyer reads, and its parts. */
export function storeOrder({ parts, ...own }: Order) {
  return { own, parts: { parts } };
}
