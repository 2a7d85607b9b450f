import { reviewEntry } from '@datchain/functions/journal/entries/close-order.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import {
  queueTokensEntry,
  unqueueTokensEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import { closeReviewed } from '@datchain/functions/orders/close-reviewed.ts';
import { syncOrder } from '@datchain/functions/orders/sync-order.ts';
import { syncReversals } from '@datchain/functions/refunds/sync-reversals.ts';
import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import fc from 'fast-check';
import { blocks, largeBlock } from './opening.ts';
import { operation } from './operation.ts';
import { hearOfOrder } from './order-operations.ts';
import { type BooksWorld, siteUrl } from './world.ts';

/** Reserves tokens; returns the order, which may be an earlier one that is still open. */
async function reserve(
  world: BooksWorld,
  orderId: string,
  uid: string,
  cents: number,
  qty: number,
): Promise<string | undefined> {
  const request = { orderId, blockId: String(cents), qty, variant: 'block' as const };
  const reserved = await world.commit(reserveEntry(uid, request, siteUrl));
  if (isRefusal(reserved)) return undefined;
  const { orderId: made } = reserved.result;
  world.know('orders', made);
  await syncOrder(world.services, made);
  return made;
}

export async function buy(
  world: BooksWorld,
  orderId: string,
  uid: string,
  cents: number,
  qty: number,
) {
  const made = await reserve(world, orderId, uid, cents, qty);
  if (made === undefined) return;
  world.card.pay(made);
  await hearOfOrder(world, made);
}

export async function listAll(world: BooksWorld, listingId: string, uid: string, cents: number) {
  const { lots } = readUserGuard(uid, await world.read(docs.userGuard(uid)));
  const qty = lots.reduce((sum, lot) => sum + lot.qty, 0);
  // A repeated request means the same listing, whatever the user owns by then.
  const known = Number((await world.read(docs.listing(listingId)))?.qty ?? qty);
  if (known === 0) return;
  const listed = await world.commit(queueTokensEntry(listingId, uid, cents, known));
  if (!isRefusal(listed)) world.know('listings', listingId);
}

async function cancel(world: BooksWorld, listingId: string, uid: string, priceCents: number) {
  const stored = await world.read(docs.listing(listingId));
  if (!stored) return;
  const listing = { listingId, uid, priceCents, qty: Number(stored.qty) };
  await world.commit(unqueueTokensEntry(listing, Number(stored.createdAt)));
}

async function takeBack(world: BooksWorld, orderId: string, isDispute: boolean) {
  const order = await world.read(docs.order(orderId));
  if (order?.state !== 'settled') return;
  world.card.takeBack(orderId, isDispute ? 'dispute' : 'refund', 1_000, `back-${orderId}`);
  await syncReversals(world.services, String(order.paymentIntentId));
}

/**
 * Sequences for tokens whose price is refunded: bought, listed, partly sold, taken back, refunded.
 */
export const detourOperations = {
  detour: operation(
    5,
    {
      uid: fc.constantFrom('ana', 'bo', 'cy'),
      block: fc.constantFrom(...blocks, 61),
      /** More than the hundred initial tokens, so that bought ones are sold too. */
      soldQty: fc.constantFrom(0, 17, 110, 125),
      isCancelled: fc.constantFrom(true, true, false),
      end: fc.constantFrom('kept' as const, 'refund' as const, 'dispute' as const),
    },
    (world, { uid, block, soldQty, isCancelled, end }, id) =>
      async () => {
        await buy(world, `o${id}`, uid, 36, 30);
        await buy(world, `o${id}-more`, uid, 50, 20);
        await listAll(world, `l${id}`, uid, block);
        if (soldQty > 0) await buy(world, `o${id}-sold`, 'di', block, soldQty);
        if (isCancelled) await cancel(world, `l${id}`, uid, block);
        if (end !== 'kept') await takeBack(world, `o${id}`, end === 'dispute');
      },
  ),

  // A payment that an operator returns while its buyer disputes it: more goes back than was paid.
  returnTwice: operation(
    2,
    { uid: fc.constantFrom('ana', 'bo', 'cy') },
    (world, { uid }, id) =>
      async () => {
        const orderId = await reserve(world, `o${id}`, uid, largeBlock, 20);
        const order = orderId && (await world.services.orders.find(orderId));
        if (!order) return;
        world.card.pay(order.id);
        await world.commit(reviewEntry(order, 'It does not match'));
        const record = { path: docs.decision(`twice${id}`), data: { reason: 'It does not match' } };
        await closeReviewed(world.services, order.id, record);
        const { paymentIntentId } = (await world.services.orders.find(order.id)) ?? order;
        if (!paymentIntentId) return;
        world.card.takeBack(order.id, 'dispute', 1_000, `twice-${id}`);
        await syncReversals(world.services, paymentIntentId);
      },
  ),
};
