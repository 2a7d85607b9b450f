import {
  type BlockGuard,
  emptyUserGuard,
  type Lot,
  type QueueEntry,
  type UserGuard,
} from '../guards.ts';
import { sumOfLots } from '../lots.ts';
import { nothingTaken } from '../nothing-taken.ts';
import { type Order, type OrderPart, PLATFORM } from '../orders.ts';
import type { Posting } from '../postings.ts';
import { append, emptyQueue, withRead } from '../queue.ts';

export const aLot = (blockId: string, qty: number, since: number, faceMicros?: number): Lot => {
  const priceCents = Number(blockId);
  return { blockId, priceCents, qty, faceMicros: faceMicros ?? qty * priceCents * 10_000, since };
};

export const anEntry = (
  listingId: string,
  sellerUid: string,
  lots: readonly Lot[],
  held: Partial<Pick<QueueEntry, 'reserved' | 'cancelled'>> = {},
): QueueEntry => {
  return { listingId, sellerUid, ...sumOfLots(lots), lots, reserved: 0, cancelled: false, ...held };
};

export function aBlock(
  platformQty: number,
  entries: readonly QueueEntry[] = [],
  changes: Partial<BlockGuard> = {},
): BlockGuard {
  const numbers = [...entries.keys(), entries.length];
  const read = new Map(numbers.map((number) => [number, []] as const));
  const empty = withRead(emptyQueue(2), { shelves: read, pages: read });
  const queue = entries.reduce(append, empty);
  return { id: '30', priceCents: 30, platformQty, platformReserved: 0, queue, ...changes };
}

export const listQueueEntries = ({ queue }: BlockGuard): QueueEntry[] =>
  [...queue.pages.values()].flat();

export const aPart = (
  qty: number,
  source: string = PLATFORM,
  faceMicros = qty * 300_000,
): OrderPart => ({ source, sellerUid: source === PLATFORM ? PLATFORM : 'cy', qty, faceMicros });

export const anOrder = (
  parts: readonly OrderPart[] = [aPart(1_000)],
  changes: Partial<Order> = {},
): Order => {
  const qty = parts.reduce((sum, one) => sum + one.qty, 0);
  return {
    id: 'o1',
    uid: 'bo',
    blockId: '30',
    priceCents: 30,
    qty,
    totalCents: qty * 30,
    variant: 'block',
    state: 'settled',
    parts,
    createdAt: 0,
    expiresAt: 1,
    sessionId: 'cs_1',
    paymentIntentId: 'pi_1',
    settledAt: 2,
    refundedCents: 0,
    clawbacks: [],
    takenBack: nothingTaken,
    chargeFee: null,
    otherFees: [],
    reviewReason: null,
    checkout: null,
    ...changes,
  };
};

export const aBuyer = (order: Order, lots?: readonly Lot[]): UserGuard => {
  const faceMicros = order.parts.reduce((sum, one) => sum + one.faceMicros, 0);
  return {
    ...emptyUserGuard('bo'),
    lots: lots ?? [aLot('30', order.qty, 2, faceMicros)],
    spendCents: order.parts.reduce(
      (sum, one) => sum + (one.source === PLATFORM ? one.qty * 30 : 0),
      0,
    ),
  };
};

export function net(postings: readonly Posting[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, asset, delta } of postings) {
    const key = `${account} ${asset}`;
    sums[key] = (sums[key] ?? 0) + delta;
  }
  return sums;
}

export const usd = (postings: readonly Posting[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(net(postings.filter(({ asset }) => asset === 'USD'))).map(([key, sum]) => [
      key.replace(' USD', ''),
      sum,
    ]),
  );
