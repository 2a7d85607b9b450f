import { describe, expect, test } from 'vitest';
import { emptyUserGuard, type UserGuard } from './guards.ts';
import type { OrderPart } from './orders.ts';
import { settleOrder } from './settle-order.ts';
import { aBlock, aLot, anEntry, anOrder, aPart, listQueueEntries } from './testing/orders.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

const ofListing = (source: string, sellerUid: string, lot: ReturnType<typeof aLot>): OrderPart => {
  const { qty, faceMicros } = lot;
  return { source, sellerUid, qty, faceMicros, lots: [lot] };
};
const guards = (...users: readonly UserGuard[]) => new Map(users.map((user) => [user.uid, user]));
const selling = (uid: string, ...listingIds: readonly string[]): UserGuard => ({
  ...emptyUserGuard(uid),
  openListings: listingIds.map((listingId) => ({ listingId, blockId: '30' })),
});
const bo: UserGuard = {
  ...emptyUserGuard('bo'),
  openOrders: [
    { orderId: 'o1', blockId: '30', qty: 60, variant: 'block', totalCents: 1_800, expiresAt: now },
  ],
};

describe('a paid order', () => {
  test('with tokens of the platform and two sellers pays each of them once', () => {
    const parts = [
      aPart(30),
      ofListing('l1', 'cy', aLot('50', 10, 1)),
      ofListing('l2', 'di', aLot('30', 20, 1)),
    ];
    const block = aBlock(
      7,
      [
        anEntry('l1', 'cy', [], { reserved: 10 }),
        anEntry('l2', 'di', [aLot('30', 5, 1)], { reserved: 20 }),
      ],
      { platformReserved: 30 },
    );
    const users = guards(bo, selling('cy', 'l0', 'l1'), selling('di', 'l2'));
    const order = anOrder(parts, { state: 'reserved', settledAt: null, paymentIntentId: null });
    const settlement = settleOrder(order, users, block, 'pi_9', now);
    expect(settlement.order).toEqual({
      ...order,
      state: 'settled',
      settledAt: now,
      paymentIntentId: 'pi_9',
      // The bought tokens have $20 of face and cost $18, so they do not join the block's other lots (N-MON-18).
      isOwnLot: true,
    });
    expect(settlement.buyer).toEqual({
      ...emptyUserGuard('bo'),
      lots: [{ ...aLot('30', 60, now, 20_000_000), orderId: 'o1' }],
      spendCents: 900,
      largestPaidCents: 1_800,
    });
    const earned = (totalMicros: number) => [{ date: '2026-11-20', totalMicros, spentMicros: 0 }];
    expect(settlement.sellers).toEqual([
      { ...selling('cy', 'l0'), earnedDays: earned(2_850_000) },
      { ...selling('di', 'l2'), earnedDays: earned(5_700_000) },
    ]);
    expect(settlement.sales).toEqual([
      { sellerUid: 'cy', qty: 10, grossMicros: 3_000_000, earnedMicros: 2_850_000 },
      { sellerUid: 'di', qty: 20, grossMicros: 6_000_000, earnedMicros: 5_700_000 },
    ]);
    expect(settlement.block).toMatchObject({ platformQty: 7, platformReserved: 0 });
    expect(listQueueEntries(settlement.block)).toEqual([anEntry('l2', 'di', [aLot('30', 5, 1)])]);
    expect(settlement.books).toEqual({
      backingMicros: 8_100_000,
      platformMicros: 450_000,
      utilitySoldCents: 900,
    });
    expect(settlement.poolMicros).toBe(900_000);
  });

  test('with the platform’s tokens alone changes no one but its buyer', () => {
    const order = anOrder([aPart(60)], { state: 'reserved' });
    const settlement = settleOrder(order, guards(bo), aBlock(0), 'pi_9', now);
    expect(settlement).toMatchObject({ sellers: [], sales: [], buyer: { spendCents: 1_800 } });
  });

  test('with the buyer’s own listed tokens gives the buyer both the tokens and the earnings', () => {
    const order = anOrder([ofListing('l1', 'bo', aLot('30', 60, 1))], { state: 'reserved' });
    const block = aBlock(0, [anEntry('l1', 'bo', [], { reserved: 60 })]);
    const settlement = settleOrder(order, guards(bo), block, 'pi_9', now);
    expect(settlement.sellers).toEqual([]);
    expect(settlement.buyer).toMatchObject({
      lots: [aLot('30', 60, now)],
      earnedDays: [{ totalMicros: 17_100_000 }],
      spendCents: 0,
    });
  });

  test.each([
    ['bo', selling('cy', 'l1')],
    ['cy', bo],
  ])('throws if the guard of %s was not read', (uid, there) => {
    const order = anOrder([ofListing('l1', 'cy', aLot('30', 60, 1))], { state: 'reserved' });
    const block = aBlock(0, [anEntry('l1', 'cy', [], { reserved: 60 })]);
    expect(() => settleOrder(order, guards(there), block, 'pi_9', now)).toThrow(
      `settleOrder: the guard of ${uid} is missing`,
    );
  });
});
