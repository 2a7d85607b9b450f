import { endOrderEntry, reviewEntry } from '@datchain/functions/journal/entries/close-order.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import {
  issueTokensEntry,
  queueTokensEntry,
  type TokenListing,
  unqueueTokensEntry,
  withdrawTokensEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import { closeReviewed } from '@datchain/functions/orders/close-reviewed.ts';
import { expireOrders } from '@datchain/functions/orders/expire-orders.ts';
import { cancelOrder } from '@datchain/functions/orders/order-status.ts';
import { syncOrder } from '@datchain/functions/orders/sync-order.ts';
import { readOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import fc from 'fast-check';
import { findEdition } from './edition-operations.ts';
import { blocks, CROWDED, largeBlock } from './opening.ts';
import { operation, uid, which } from './operation.ts';
import { type BooksWorld, siteUrl } from './world.ts';

const block = fc.constantFrom(...blocks);
/** A few frequent buyers, who reach the limit of open orders. */
const buyer = fc.constantFrom('ana', 'bo', 'bo', 'bo', 'cy');

export async function findOrder(world: BooksWorld, index: number): Promise<Order | undefined> {
  const id = world.nth('orders', index);
  const stored = id && (await world.read(docs.order(id)));
  return stored ? readOrder(stored, await world.read(docs.orderParts(id))) : undefined;
}

async function ordersInReview({ services }: BooksWorld): Promise<Order[]> {
  const found: Order[] = [];
  for await (const page of services.orders.pages(100)) {
    found.push(...page.filter(({ state }) => state === 'review'));
  }
  return found;
}

/** Handles an order's webhook: reads its session, by its id if it was paid. */
export function hearOfOrder({ card, services }: BooksWorld, orderId: string): Promise<unknown> {
  const session = card.paid().find((one) => one.orderId === orderId);
  return syncOrder(services, orderId, session ? { sessionId: session.id } : {});
}

export const orderOperations = {
  reserve: operation(
    20,
    {
      uid: buyer,
      block,
      qty: fc.integer({ min: 17, max: 45 }),
      variant: fc.constantFrom('block' as const, 'block' as const, 'marketplace' as const),
    },
    (world, { uid: user, block: cents, qty, variant }, id) => {
      const request = { orderId: `o${id}`, blockId: String(cents), qty, variant };
      return async () => {
        const reserved = await world.commit(reserveEntry(user, request, siteUrl));
        if (isRefusal(reserved)) return;
        world.know('orders', reserved.result.orderId);
        await syncOrder(world.services, reserved.result.orderId);
      };
    },
  ),

  // Large orders that are never paid, to reach the limit of unpaid reservations.
  reserveMuch: operation(4, { qty: fc.integer({ min: 300, max: 1_600 }) }, (world, { qty }, id) => {
    const request = { orderId: `o${id}`, blockId: String(largeBlock), qty };
    return async () => {
      const reserve = reserveEntry('eve', { ...request, variant: 'block' }, siteUrl);
      const reserved = await world.commit(reserve);
      if (!isRefusal(reserved)) await syncOrder(world.services, reserved.result.orderId);
    };
  }),

  // An order for an edition as a user sees it, possibly outdated by one change.
  reserveForEdition: operation(
    9,
    {
      uid,
      block,
      qty: fc.integer({ min: 17, max: 45 }),
      dat: which,
      number: which,
      over: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1),
      isPaid: fc.boolean(),
    },
    async (world, { uid: user, block: cents, qty, dat, number, over, isPaid }, id) => {
      const found = await findEdition(world, dat, number, false);
      if (!found) return undefined;
      const { edition, ref } = found;
      const priceCents = (edition.askPriceCents ?? edition.priceCents) + over;
      const wanted = { datId: ref.datId, number: ref.number, priceCents };
      const request = { orderId: `o${id}`, blockId: String(cents), qty, variant: 'block' as const };
      return async () => {
        const reserve = reserveEntry(user, { ...request, edition: wanted }, siteUrl);
        const reserved = await world.commit(reserve);
        if (isRefusal(reserved)) return;
        world.know('orders', reserved.result.orderId);
        await syncOrder(world.services, reserved.result.orderId);
        if (isPaid) world.card.pay(reserved.result.orderId);
      };
    },
  ),

  pay: operation(12, { order: which, isNotified: fc.boolean() }, (world, { order, isNotified }) => {
    const id = world.nth('orders', order);
    if (!id) return undefined;
    return async () => {
      world.card.pay(id);
      if (isNotified) await hearOfOrder(world, id);
    };
  }),

  hear: operation(5, { order: which }, (world, { order }) => {
    const id = world.nth('orders', order);
    return id ? () => hearOfOrder(world, id) : undefined;
  }),

  cancel: operation(1, { order: which }, async (world, { order }) => {
    const found = await findOrder(world, order);
    return found && (() => cancelOrder(world.services, found.uid, found.id));
  }),

  // Expires an order without asking Stripe, so that a payment may still arrive too late.
  end: operation(
    4,
    { order: which, couldBePaid: fc.boolean(), isPaid: fc.boolean() },
    async (world, { order, couldBePaid, isPaid }) => {
      const found = await findOrder(world, order);
      if (!found) return undefined;
      return async () => {
        await world.commit(endOrderEntry(found, couldBePaid));
        if (isPaid) world.card.pay(found.id);
      };
    },
  ),

  expire: operation(1, {}, (world) => () => expireOrders(world.services)),

  review: operation(2, { order: which }, async (world, { order }) => {
    const found = await findOrder(world, order);
    return found && (() => world.commit(reviewEntry(found, 'It does not match')));
  }),

  // Closed by an operator, who may find it paid, unpaid, or decided by another operator.
  closeReviewed: operation(2, { order: which, isPaid: fc.boolean() }, async (world, values, id) => {
    const all = await ordersInReview(world);
    const found = all[values.order % Math.max(1, all.length)];
    if (!found) return undefined;
    return async () => {
      if (values.isPaid) world.card.pay(found.id);
      const record = { path: docs.decision(`close${id}`), data: { reason: 'It does not match' } };
      await closeReviewed(world.services, found.id, record);
    };
  }),

  issue: operation(
    1,
    { block: fc.constantFrom(36, 50), qty: fc.integer({ min: 1, max: 30 }) },
    (world, { block: cents, qty }, id) => {
      world.issues.set(`issue:${id}`, qty);
      return () => world.commit(issueTokensEntry(id, String(cents), cents, qty));
    },
  ),

  withdrawStock: operation(
    1,
    { block: fc.constantFrom(36, 50), qty: fc.integer({ min: 1, max: 30 }) },
    (world, { block: cents, qty }, id) => {
      world.issues.set(`withdraw:${id}`, -qty);
      const by = { uid: 'operator', reason: 'Too many' };
      return () => world.commit(withdrawTokensEntry(id, String(cents), qty, by));
    },
  ),

  list: operation(
    4,
    { uid, block: fc.constantFrom(...blocks, 61), qty: fc.integer({ min: 1, max: 60 }) },
    (world, { uid: seller, block: cents, qty }, id) =>
      async () => {
        const listed = await world.commit(queueTokensEntry(`l${id}`, seller, cents, qty));
        if (!isRefusal(listed)) world.know('listings', listed.result.listingId);
      },
  ),

  // More listings than a user may have open.
  listMany: operation(
    1,
    { uid, block: fc.constantFrom(61, CROWDED, CROWDED, CROWDED) },
    (world, { uid: seller, block: cents }, id) =>
      async () => {
        const most = rates.openListingsPerUser + 2;
        await Promise.all(
          Array.from({ length: most }, async (_, n) => {
            const listed = await world.commit(queueTokensEntry(`l${id}-${n}`, seller, cents, 1));
            if (!isRefusal(listed)) world.know('listings', listed.result.listingId);
          }),
        );
      },
  ),

  unlist: operation(3, { listing: which }, async (world, { listing }) => {
    const id = world.nth('listings', listing);
    const stored = id && (await world.read(docs.listing(id)));
    if (!stored) return undefined;
    const found = stored as unknown as TokenListing & { createdAt: number };
    return () => world.commit(unqueueTokensEntry(found, found.createdAt));
  }),
};
