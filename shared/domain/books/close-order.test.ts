import { describe, expect, test } from 'vitest';
import { endOrder } from './close-order.ts';
import { emptyUserGuard, type OpenOrder, type UserGuard } from './guards.ts';
import type { OrderPart } from './orders.ts';
import { aBlock, aLot, anEntry, anOrder, aPart, listQueueEntries } from './testing/orders.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

const open = (orderId: string): OpenOrder => {
  const same = { blockId: '30', qty: 1, variant: 'block' } as const;
  return { orderId, ...same, totalCents: 30, expiresAt: now };
};

const partOf = (source: string, ...lots: ReturnType<typeof aLot>[]): OrderPart => {
  const { qty, faceMicros } = anEntry(source, 'cy', lots);
  return { source, sellerUid: 'cy', qty, faceMicros, lots };
};

const usersOf = (...users: readonly UserGuard[]) =>
  new Map(
    [{ ...emptyUserGuard('bo'), openOrders: [open('o0'), open('o1')] }, ...users].map((user) => [
      user.uid,
      user,
    ]),
  );

describe('an order that ends unpaid', () => {
  test('gives tokens back to the platform and to the listings, each lot at its place', () => {
    const block = aBlock(
      5,
      [
        anEntry('l1', 'cy', [aLot('50', 5, 2)], { reserved: 15 }),
        anEntry('l2', 'di', [aLot('30', 1, 1)]),
      ],
      { platformReserved: 60 },
    );
    const parts = [aPart(50), partOf('l1', aLot('30', 10, 1), aLot('50', 5, 2))];
    const order = anOrder(parts, { state: 'reserved' });
    const release = endOrder(order, usersOf(emptyUserGuard('cy')), block, now, true);
    expect(release.order).toEqual({ ...order, state: 'ended' });
    expect(release.block).toMatchObject({ platformQty: 55, platformReserved: 10 });
    expect(listQueueEntries(release.block)).toEqual([
      anEntry('l1', 'cy', [aLot('30', 10, 1), aLot('50', 10, 2)]),
      anEntry('l2', 'di', [aLot('30', 1, 1)]),
    ]);
  });

  test('gives tokens of cancelled listings to their seller', () => {
    const cancelled = { cancelled: true };
    const block = aBlock(0, [
      anEntry('l1', 'cy', [], { ...cancelled, reserved: 10 }),
      anEntry('l2', 'cy', [], { ...cancelled, reserved: 8 }),
    ]);
    const parts = [partOf('l1', aLot('30', 10, 1)), partOf('l2', aLot('50', 5, 2))];
    const order = anOrder(parts, { state: 'reserved' });
    const cy = { ...emptyUserGuard('cy'), lots: [aLot('30', 1, 1)] };
    const release = endOrder(order, usersOf(cy), block, now, true);
    expect(release.users.map(({ uid, lots }) => [uid, lots])).toEqual([
      ['bo', []],
      ['cy', [aLot('30', 11, 1), aLot('50', 5, 2)]],
    ]);
    expect(listQueueEntries(release.block)).toEqual([
      anEntry('l2', 'cy', [], { ...cancelled, reserved: 3 }),
    ]);
  });

  test.each([
    ['counts against a buyer who could have paid it', true, [{ orderId: 'o1', at: now }]],
    ['does not count against a buyer who never had a payment page', false, []],
  ])('%s; other open orders stay', (_, couldBePaid, endedUnpaid) => {
    const order = anOrder([aPart(1)], { state: 'reserved' });
    const { users } = endOrder(order, usersOf(), aBlock(0), now, couldBePaid);
    expect(users).toEqual([{ ...emptyUserGuard('bo'), openOrders: [open('o0')], endedUnpaid }]);
  });

  test('throws if a listing or a guard was not read, and names it', () => {
    const order = anOrder([partOf('l1', aLot('30', 10, 1))], { state: 'reserved' });
    const there = aBlock(0, [anEntry('l1', 'cy', [], { reserved: 10, cancelled: true })]);
    const release = (block: typeof there, users: ReadonlyMap<string, UserGuard>) => () =>
      endOrder(order, users, block, now, true);
    expect(release(aBlock(0), usersOf())).toThrow('The listing l1 is not in the queue');
    expect(release(there, usersOf())).toThrow('endOrder: the guard of cy is missing');
    const onlyCy = new Map([['cy', emptyUserGuard('cy')]]);
    expect(release(there, onlyCy)).toThrow('endOrder: the guard of bo is missing');
  });
});
