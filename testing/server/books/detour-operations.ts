import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import {
  queueTokensEntry,
  unqueueTokensEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import { syncOrder } from '@datchain/functions/orders/sync-order.ts';
import { syncReversals } from '@datchain/functions/refunds/sync-reversals.ts';
import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import fc from 'fast-check';
import { blocks } from './opening.ts';
import { operation } from './operation.ts';
import { hearOfOrder } from './order-operations.ts';
import { type BooksWorld, siteUrl } from './world.ts';

export async function buy(
  world: BooksWorld,
  orderId: string,
  uid: string,
  cents: number,
  qty: number,
) {
  const request = { orderId, blockId: String(cents), qty, variant: 'block' as const };
  const reserved = await world.commit(reserveEntry(uid, request, siteUrl));
  if (isRefusal(reserved)) return;
  // The reservation may return an earlier order that is still open.
  const { orderId: made } = reserved.result;
  world.know('orders', made);
  await syncOrder(world.services, made);
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
};
