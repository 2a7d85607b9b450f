import {
  issueTokensEntry,
  openingWalletEntry,
  queueTokensEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import {
  readBlockGuard,
  readQueuePage,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { readOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { availableQty, type UserGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { committed } from './accepted.ts';

export interface BlockSnapshot {
  readonly left: number;
  readonly heldByBlock: number;
  readonly heldByOrders: number;
  readonly settled: number;
  readonly orders: readonly Order[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const qtyOf = (orders: readonly Order[], state: Order['state']): number =>
  sum(orders.filter((order) => order.state === state).map(({ qty }) => qty));

/**
 * Reads a consistent state of a block and its orders. Every change also writes the block's guard,
 * so an unchanged guard means that nothing was written in between. (A read-only transaction of the
 * emulator occasionally mixes two states.)
 */
export async function snapshotBlock(blockId: string): Promise<BlockSnapshot> {
  const database = firestore();
  const guardAt = database.doc(docs.blockGuard(blockId));
  const queue = database
    .collection('guards')
    .where('__name__', '>=', database.doc(`guards/queuePage:${blockId}:`))
    .where('__name__', '<', database.doc(`guards/queuePage:${blockId};`));
  for (;;) {
    const guard = await guardAt.get();
    const [pages, found] = await Promise.all([
      queue.get(),
      database.collection(docs.orders).where('blockId', '==', blockId).get(),
    ]);
    const places = found.docs.map(({ id }) => database.doc(docs.orderParts(id)));
    const parts = places.length > 0 ? await database.getAll(...places) : [];
    const { updateTime } = await guardAt.get();
    if (!guard.updateTime || !updateTime?.isEqual(guard.updateTime)) continue;
    const block = readBlockGuard(guard.data());
    if (!block) throw new Error(`There is no block ${blockId}`);
    const listed = pages.docs.flatMap((page) => readQueuePage(page.data()).entries);
    const orders = found.docs.map((order, n) => readOrder(order.data(), parts[n]?.data()));
    return {
      left: availableQty(block),
      heldByBlock: block.platformReserved + sum(listed.map(({ reserved }) => reserved)),
      heldByOrders: qtyOf(orders, 'reserved'),
      settled: qtyOf(orders, 'settled'),
      orders,
    };
  }
}

export async function fetchUserGuard(uid: string): Promise<UserGuard> {
  return readUserGuard(uid, (await firestore().doc(docs.userGuard(uid)).get()).data());
}

const write = <T>(entry: Entry<T>) => committed(services().books, entry);

export interface Listing {
  readonly sellerUid: string;
  readonly qty: number;
}

export async function stockBlock(
  priceCents: number,
  platformQty: number,
  listings: readonly Listing[],
): Promise<string> {
  const blockId = String(priceCents);
  await write(issueTokensEntry(`hot-${blockId}`, blockId, priceCents, platformQty));
  for (const { sellerUid: uid, qty } of listings) {
    const lot = { blockId: '30', priceCents: 30, qty, faceMicros: qty * 300_000 };
    await write(
      openingWalletEntry({ uid, lots: [lot], spendCents: 0, rewardQty: 0, earnedDays: [] }),
    );
    await write(queueTokensEntry(`hot-${uid}`, uid, priceCents, qty));
  }
  return blockId;
}
