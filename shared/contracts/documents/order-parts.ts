import * as v from 'valibot';
import { orderPartsSchema, ownOrderSchema } from '../../domain/books/order-schema.ts';
import type { Order } from '../../domain/books/orders.ts';

/** Reads an order of its two documents. @throws when one of them is not what the door writes */
export const readOrder = (order: unknown, parts: unknown): Order => ({
  ...v.parse(ownOrderSchema, order),
  ...v.parse(orderPartsSchema, parts),
});

/** The two documents of an order: what its buyer reads, and its parts. */
export function storeOrder({ parts, ...own }: Order) {
  return { own, parts: { parts } };
}
