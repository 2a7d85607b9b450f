import { readBlockGuard, readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { orderSchema } from '@datchain/shared/contracts/documents/order.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { BlockGuard, UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import * as v from 'valibot';
import type { View } from '../entry.ts';

/** The documents order entries read and write, by what they mean. */
export const orderDocument = (order: Order) => ({ path: docs.order(order.id), data: order });
export const userDocument = (user: UserGuard) => ({ path: docs.userGuard(user.uid), data: user });

export function findOrder(view: View, orderId: string): Order | undefined {
  const stored = view(docs.order(orderId));
  return stored === undefined ? undefined : v.parse(orderSchema, stored);
}

export function getOrder(view: View, orderId: string): Order {
  const order = findOrder(view, orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
}

export const getUser = (view: View, uid: string): UserGuard =>
  readUserGuard(uid, view(docs.userGuard(uid)));

export function getBlock(view: View, blockId: string): BlockGuard {
  const block = readBlockGuard(view(docs.blockGuard(blockId)));
  if (!block) throw new Error(`There is no block ${blockId}`);
  return block;
}

/** The guards an order touches: its block, its buyer and the sellers of its parts. */
export const guardPaths = (order: Order): string[] => [
  docs.blockGuard(order.blockId),
  docs.userGuard(order.uid),
  ...sellersOf(order).map((uid) => docs.userGuard(uid)),
];

export const sellersOf = (order: Order): string[] => [
  ...new Set(order.parts.map((part) => part.sellerUid).filter((uid) => uid !== PLATFORM)),
];

/** The guards of an order's buyer and sellers, by uid. */
export const usersOf = (view: View, order: Order): Map<string, UserGuard> =>
  new Map([order.uid, ...sellersOf(order)].map((uid) => [uid, getUser(view, uid)]));
