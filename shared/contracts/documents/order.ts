import * as v from 'valibot';
import { ownOrderSchema } from '../../domain/books/order-schema.ts';
import type { OwnOrder } from '../../domain/books/orders.ts';
import { readList } from '../tolerant.ts';

/** Reads a user's open orders, the next to expire first; other values are left out. */
export const readOpenOrders = (value: unknown): OwnOrder[] =>
  readList(value)
    .flatMap((item) => {
      const parsed = v.safeParse(ownOrderSchema, item);
      return parsed.success && parsed.output.state === 'reserved' ? [parsed.output] : [];
    })
    .sort((a, b) => a.expiresAt - b.expiresAt);
