import { describe, expect, test } from 'vitest';
import { MINUTE_MILLIS } from '../time.ts';
import { emptyUserGuard, type OpenOrder, type UserGuard } from './guards.ts';
import { nothingTaken } from './nothing-taken.ts';
import { findSameOrder, holdAgain, type OrderRequest, reserveOrder } from './reserve-order.ts';
import { aBlock, aLot, anEntry, anOrder, aPart, listQueueEntries } from './testing/orders.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

const request = (qty: number): OrderRequest => {
  return { orderId: 'o1', blockId: '30', qty, variant: 'block' };
};
const bo: UserGuard = { ...emptyUserGuard('bo'), largestPaidCents: 1_000_000_000 };

function reserved(qty: number, block = aBlock(100), user = bo) {
  const reservation = reserveOrder(request(qty), user, block, now);
  if ('refused' in reservation) throw new Error(reservation.message);
  return reservation;
}

const open = (changes: Partial<OpenOrder> = {}): OpenOrder => {
  const same = { orderId: 'o0', blockId: '30', qty: 40, variant: 'block' } as const;
  return { ...same, totalCents: 1_200, expiresAt: now + 1, ...changes };
};

describe('a second click on the same purchase', () => {
  test.each([
    ['returns to the unpaid order', {}, 'o0'],
    ['does not return to an expired order', { expiresAt: now }, undefined],
    ['does not return to an order of another block', { blockId: '50' }, undefined],
    ['does not return to an order of another quantity', { qty: 41 }, undefined],
    ['does not return to an order from the other page', { variant: 'marketplace' }, undefined],
  ] as const)('%s', (_, changes, orderId) => {
    const user = { ...bo, openOrders: [open(changes)] };
    expect(findSameOrder(user, request(40), now)?.orderId).toBe(orderId);
  });
});

describe('a reservation', () => {
  test('names the tokens, their cost and when it expires', () => {
    const { order, user, block } = reserved(40);
    expect(order).toEqual({
      ...anOrder([aPart(40)]),
      state: 'reserved',
      createdAt: now,
      expiresAt: now + 31 * MINUTE_MILLIS,
      sessionId: null,
      paymentIntentId: null,
      settledAt: null,
      takenBack: nothingTaken,
    });
    expect(user).toEqual({
      ...bo,
      openOrders: [open({ orderId: 'o1', expiresAt: now + 31 * MINUTE_MILLIS })],
    });
    expect(block).toMatchObject({ platformQty: 60, platformReserved: 40 });
  });

  test('takes the platform’s tokens first, then the sellers’ in queue order, the oldest lot of each', () => {
    const listings = [
      anEntry('l1', 'cy', [aLot('30', 10, 1), aLot('50', 10, 2)]),
      anEntry('l2', 'di', [aLot('79', 90, 1)]),
    ];
    const { order, block } = reserved(65, aBlock(50, listings));
    expect(order.parts).toEqual([
      { source: 'platform', sellerUid: 'platform', qty: 50, faceMicros: 15_000_000 },
      {
        source: 'l1',
        sellerUid: 'cy',
        qty: 15,
        faceMicros: 5_500_000,
        lots: [aLot('30', 10, 1), aLot('50', 5, 2)],
      },
    ]);
    expect(listQueueEntries(block)).toEqual([
      anEntry('l1', 'cy', [aLot('50', 5, 2)], { reserved: 15 }),
      listings[1],
    ]);
  });

  test('names only sources of its tokens: no empty platform, no later listings', () => {
    const listings = [
      anEntry('l1', 'cy', [aLot('30', 40, 1)]),
      anEntry('l2', 'di', [aLot('30', 40, 1)]),
    ];
    const sources = (platformQty: number) =>
      reserved(40, aBlock(platformQty, listings)).order.parts.map(({ source }) => source);
    expect([sources(40), sources(39), sources(0)]).toEqual([
      ['platform'],
      ['platform', 'l1'],
      ['l1'],
    ]);
  });

  test.each([
    [
      'more than the block has',
      101,
      {},
      'invalid-argument',
      'Only 100 tokens remain in this block',
    ],
    [
      'less than the minimum purchase',
      33,
      {},
      'invalid-argument',
      'Minimum purchase is $10 (34 tokens)',
    ],
    [
      'a fourth order beside three unpaid ones',
      40,
      { openOrders: [open(), open(), open()] },
      'failed-precondition',
      'Finish or cancel your open orders first.',
    ],
  ])('is refused for %s', (_, qty, changes, code, message) => {
    const listings = [anEntry('l1', 'cy', [aLot('30', 40, 1)])];
    const refused = reserveOrder(request(qty), { ...bo, ...changes }, aBlock(60, listings), now);
    expect(refused).toEqual({ refused: true, code, message });
  });

  test('can be the third unpaid order', () => {
    const { user } = reserved(40, aBlock(100), { ...bo, openOrders: [open(), open()] });
    expect(user.openOrders).toHaveLength(3);
  });

  test('can have at most ten million tokens: beyond that a lot’s numbers are not exact', () => {
    const block = aBlock(20_000_000);
    expect(reserved(10_000_000, block).order.qty).toBe(10_000_000);
    expect(reserveOrder(request(10_000_001), bo, block, now)).toEqual({
      refused: true,
      code: 'invalid-argument',
      message: 'At most 10000000 tokens in one order',
    });
  });

  test('[N-MON-13] takes from as many listings as one write can settle, and says how many tokens that is', () => {
    const listings = Array.from({ length: 5 }, (_, n) =>
      anEntry(`l${n}`, 'cy', [aLot('30', 10, n)]),
    );
    expect(reserved(40, aBlock(0, listings)).order.parts).toHaveLength(4);
    expect(reserveOrder(request(41), bo, aBlock(0, listings), now)).toEqual({
      refused: true,
      code: 'invalid-argument',
      message: 'At most 40 tokens can be bought at once right now',
    });
  });

  test('throws at a listing whose lots have fewer tokens than it states', () => {
    const wrong = { ...anEntry('l1', 'cy', [aLot('30', 39, 1)]), qty: 40 };
    expect(() => reserved(40, aBlock(0, [wrong]))).toThrow(
      'Listing l1 has fewer tokens than it says',
    );
  });
});

describe('an order that was paid after it was released', () => {
  const released = anOrder([aPart(40, 'gone')], { state: 'ended' });

  test('reserves tokens again from the block, down to its last one', () => {
    const block = aBlock(30, [anEntry('l1', 'cy', [aLot('30', 10, 1)])]);
    const again = holdAgain(released, block);
    expect(again?.order).toMatchObject({
      state: 'reserved',
      parts: [
        { source: 'platform', qty: 30 },
        { source: 'l1', qty: 10 },
      ],
    });
    expect(again?.block).toMatchObject({ platformQty: 0, platformReserved: 30 });
  });

  test('has its money returned if one token is missing', () => {
    const block = aBlock(30, [anEntry('l1', 'cy', [aLot('30', 9, 1)])]);
    expect(holdAgain(released, block)).toBeUndefined();
  });
});
