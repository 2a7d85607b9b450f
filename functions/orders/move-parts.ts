import {
  hasOwnParts,
  readOrder,
  storeOrder,
} from '@datchain/shared/contracts/documents/order-parts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Services } from '../services.ts';
import { put, together } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

const PAGE = 200;

type Needs = Pick<Services, 'store' | 'orders'>;

/** Moves one order's parts; false when it has none of its own. */
async function movePartsOf({ store }: Needs, orderId: string): Promise<boolean> {
  const [path, partsPath] = [docs.order(orderId), docs.orderParts(orderId)];
  return retryOnConflict(alwaysLate(`the order ${orderId}`), async () => {
    const found = await store.read([path, partsPath]);
    const [order, known] = [found.get(path), found.get(partsPath)];
    if (!order || !hasOwnParts(order.data)) return false;
    const { own, parts } = storeOrder(readOrder(order.data, known?.data));
    const moved = put(path, { ...own, parts: [] }, order);
    const made = known ? {} : put(partsPath, parts, undefined);
    // Someone who writes the order meanwhile may or may not have moved its parts.
    return (await store.write(together([made, moved]))) === 'conflict' ? 'conflict' : true;
  });
}

/**
 * Moves the parts of orders from before they had a document of their own out of what their buyers
 * read (N-MON-08): by hand, once after the update. Whatever else writes such an order moves them
 * too.
 *
 * @returns how many orders it moved
 */
export async function moveOrderParts(services: Needs): Promise<number> {
  let moved = 0;
  for await (const page of services.orders.pages(PAGE)) {
    const done = await Promise.all(page.map(({ id }) => movePartsOf(services, id)));
    moved += done.filter(Boolean).length;
  }
  return moved;
}
