import { randomBytes } from 'node:crypto';
import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import type { Data } from '@datchain/functions/stores/document-store.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { checkoutBody } from '@datchain/functions/stripe/checkout.ts';
import { storeBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { storeOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type BlockGuard, emptyUserGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { emptyQueue } from '@datchain/shared/domain/books/queue.ts';
import { reserveOrder } from '@datchain/shared/domain/books/reserve-order.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';

const QTY = 30;

/**
 * Stores reserved orders of as many buyers, all in one new block. Settling them is the heaviest
 * load on a hot guard that a sale causes.
 */
export async function reservedOrders(count: number, database = firestore()): Promise<Order[]> {
  const name = randomBytes(6).toString('hex');
  let block: BlockGuard = {
    id: `bench-${name}`,
    priceCents: 36,
    platformQty: count * QTY,
    platformReserved: 0,
    queue: emptyQueue(),
  };
  const orders: Order[] = [];
  const documents: { path: string; data: Data }[] = [];
  for (let n = 0; n < count; n++) {
    const request = {
      orderId: `bench-${name}-${n}`,
      blockId: block.id,
      qty: QTY,
      variant: 'block' as const,
    };
    const reserved = reserveOrder(request, emptyUserGuard(request.orderId), block, Date.now());
    if (isRefusal(reserved)) throw new Error(reserved.message);
    block = reserved.block;
    const checkout = JSON.stringify(checkoutBody(reserved.order, 'https://datchain.example'));
    const order = { ...reserved.order, checkout };
    const { own, parts } = storeOrder(order);
    orders.push(order);
    documents.push(
      { path: docs.order(order.id), data: own },
      { path: docs.orderParts(order.id), data: parts },
      { path: docs.userGuard(order.uid), data: reserved.user as unknown as Data },
    );
  }
  documents.push({ path: docs.blockGuard(block.id), data: storeBlockGuard(block) });
  await setDocuments(database, documents);
  return orders;
}
