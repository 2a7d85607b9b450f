import { isDeepStrictEqual } from 'node:util';
import { readBlockGuard, readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readOrder, storeOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { BlockGuard, UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import type { View } from '../entry.ts';

export const userDocument = (user: UserGuard) => ({ path: docs.userGuard(user.uid), data: user });

export const orderPaths = (orderId: string): string[] => [
  docs.order(orderId),
  docs.orderParts(orderId),
];

/**
 * Writes an order in its new state, and its parts if they have changed.
 *
 * @param view has both `orderPaths`
 */
export function orderDocuments(order: Order, view: View): { path: string; data: object }[] {
  const { own, parts } = storeOrder(order);
  const partsPath = docs.orderParts(order.id);
  const areKept = isDeepStrictEqual(view(partsPath), parts);
  const changed = areKept ? [] : [{ path: partsPath, data: parts }];
  return [{ path: docs.order(order.id), data: own }, ...changed];
}

export function findOrder(view: View, orderId: string): Order | undefined {
  const stored = view(docs.order(orderId));
  return stored === undefined ? undefined : readOrder(stored, view(docs.orderParts(orderId)));
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

export const guardPaths = ({ blockId, uid }: Order): string[] => [
  docs.blockGuard(blockId),
  docs.userGuard(uid),
];

const sellersOf = (order: Order): string[] => [
  ...new Set(order.parts.map((part) => part.sellerUid).filter((uid) => uid !== PLATFORM)),
];

export const readOrderUsers = (view: View, order: Order): Map<string, UserGuard> =>
  new Map([order.uid, ...sellersOf(order)].map((uid) => [uid, getUser(view, uid)]));
