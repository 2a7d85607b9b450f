import { describe, expect, test } from 'vitest';
import { MINUTE_MILLIS } from '../time.ts';
import { type BlockGuard, emptyUserGuard, type OpenOrder, type UserGuard } from './guards.ts';
import { emptyQueue } from './queue.ts';
import { reserveOrder } from './reserve-order.ts';
import {
  reservationWait,
  unpaidLimitCents,
  withEndedUnpaid,
  withPaidOrder,
} from './unpaid-holds.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 60 * MINUTE_MILLIS;

const block: BlockGuard = {
  id: '50',
  priceCents: 50,
  platformQty: 100_000,
  platformReserved: 0,
  queue: emptyQueue(),
};

const anOpenOrder = (orderId: string, totalCents: number): OpenOrder => ({
  orderId,
  blockId: '50',
  qty: totalCents / 50,
  variant: 'block',
  totalCents,
  expiresAt: now + 31 * MINUTE_MILLIS,
});

const aBuyer = (changes: Partial<UserGuard> = {}): UserGuard => ({
  ...emptyUserGuard('ana'),
  ...changes,
});

const ended = (...minutesAgo: number[]) =>
  minutesAgo.map((minutes, index) => ({ orderId: `o${index}`, at: now - minutes * MINUTE_MILLIS }));

const reserve = (qty: number, user: UserGuard) =>
  reserveOrder({ orderId: 'new', blockId: '50', qty, variant: 'block' }, user, block, now);

describe('the tokens held unpaid', () => {
  test('[N-MON-07] are worth at most $1,000 on an account without a paid order, and the sentence says what fits', () => {
    expect(reserve(2_000, aBuyer())).toMatchObject({ order: { totalCents: 100_000 } });
    expect(reserve(2_001, aBuyer())).toMatchObject({
      code: 'failed-precondition',
      message:
        'You can hold tokens for at most $1,000.00 before you pay. 2,000 tokens of this block fit now.',
    });
    const openOrders = [anOpenOrder('a', 60_000), anOpenOrder('b', 20_000)];
    expect(reserve(400, aBuyer({ openOrders }))).toHaveProperty('order');
    expect(reserve(401, aBuyer({ openOrders }))).toMatchObject({
      message:
        'You can hold tokens for at most $1,000.00 before you pay. 400 tokens of this block fit now.',
    });
    expect(reserve(20, aBuyer({ openOrders: [anOpenOrder('a', 100_000)] }))).toMatchObject({
      message:
        'You can hold tokens for at most $1,000.00 before you pay. Finish or cancel your open orders first.',
    });
  });

  test('[N-MON-07] are worth at most ten times the largest paid order, and the limit is never below $1,000', () => {
    expect(unpaidLimitCents(aBuyer({ largestPaidCents: 9_999 }))).toBe(100_000);
    expect(unpaidLimitCents(aBuyer({ largestPaidCents: 10_001 }))).toBe(100_010);
    const payer = withPaidOrder(withPaidOrder(aBuyer(), 'a', 30_000), 'b', 20_000);
    expect(reserve(6_000, payer)).toHaveProperty('order');
    expect(reserve(6_001, payer)).toMatchObject({ code: 'failed-precondition' });
  });

  test('[N-MON-07] the sentence says when one token fits, and mentions orders only if one is open', () => {
    expect(reserve(20, aBuyer({ openOrders: [anOpenOrder('a', 99_950)] }))).toMatchObject({
      message:
        'You can hold tokens for at most $1,000.00 before you pay. 1 token of this block fits now.',
    });
    const dear = { ...block, id: '100001', priceCents: 100_001 };
    const request = { orderId: 'new', blockId: '100001', qty: 1, variant: 'block' } as const;
    expect(reserveOrder(request, aBuyer(), dear, now)).toMatchObject({
      message: 'You can hold tokens for at most $1,000.00 before you pay.',
    });
  });

  test('a reservation records what it costs', () => {
    expect(reserve(20, aBuyer())).toMatchObject({ user: { openOrders: [{ totalCents: 1_000 }] } });
  });
});

describe('reservations that ended unpaid', () => {
  const waits = (...minutesAgo: number[]) =>
    reservationWait(ended(...minutesAgo), now).waitMillis / MINUTE_MILLIS;

  test('[N-MON-07] delay the next one after three within a day: by 15 minutes, doubled by each further one', () => {
    expect(waits()).toBe(0);
    expect(waits(2, 1)).toBe(0);
    expect(waits(3, 2, 0)).toBe(15);
    expect(waits(16, 15, 14)).toBe(1);
    expect(waits(17, 16, 15)).toBe(0);
    expect(waits(9, 8, 7, 0)).toBe(30);
    expect(waits(9, 8, 7, 6, 0)).toBe(60);
  });

  test('[N-MON-07] no longer count after 24 hours, to the millisecond', () => {
    const dayOld = 24 * 60;
    expect(waits(dayOld, 2, 0)).toBe(0);
    const almost = [{ orderId: 'x', at: now - 24 * HOUR + 1 }, ...ended(2, 0)];
    expect(reservationWait(almost, now).waitMillis).toBe(15 * MINUTE_MILLIS);
  });

  test('[N-MON-07] start the wait at the latest one, even if a server with another clock wrote last', () => {
    expect(waits(3, 0, 2)).toBe(15);
  });

  test('[N-MON-07] are counted in the sentence, with the wait', () => {
    expect(reserve(20, aBuyer({ endedUnpaid: ended(9, 8, 5) }))).toMatchObject({
      code: 'resource-exhausted',
      message: '3 of your orders ended unpaid within 24 hours. You can order again in 10 minutes.',
    });
    expect(reserve(20, aBuyer({ endedUnpaid: ended(9, 8, 7, 6, 5, 0) }))).toMatchObject({
      message: '6 of your orders ended unpaid within 24 hours. You can order again in 2 hours.',
    });
  });

  test('are kept up to the latest twenty, and one paid late is removed', () => {
    let user = aBuyer();
    for (let n = 0; n < 50; n++) user = withEndedUnpaid(user, { orderId: `o${n}`, at: now + n });
    expect(user.endedUnpaid).toHaveLength(20);
    expect(user.endedUnpaid.at(-1)?.orderId).toBe('o49');
    expect(withPaidOrder(user, 'o49', 1).endedUnpaid).toHaveLength(19);
  });
});
