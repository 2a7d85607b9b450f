import { describe, expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { debtText } from './debts.ts';
import { emptyUserGuard, type SupplyGuard, type UserGuard } from './guards.ts';
import {
  availableCents,
  holdPayout,
  isOpenPayout,
  type Payout,
  type PayoutChange,
  payPayout,
  returnPayout,
  reversePayout,
} from './payouts.ts';
import { imbalance } from './postings.ts';

const now = Date.parse('2026-03-20T10:00:00Z');
const supply: SupplyGuard = { issued: 500, circulating: 1_000, poolMicros: 417_000_000 };
const terms = { payoutDays: 4 };

const anEarner = (changes: Partial<UserGuard> = {}): UserGuard => ({
  ...emptyUserGuard('ana'),
  earnedDays: [
    { date: '2026-03-01', totalMicros: 20_000_000, spentMicros: 5_000_000 },
    { date: '2026-03-05', totalMicros: 30_009_999, spentMicros: 0 },
    { date: '2026-03-18', totalMicros: 99_000_000, spentMicros: 0 },
  ],
  rewardQty: 200,
  ...changes,
});

const hold = (amountUsd: unknown, user = anEarner(), source: Payout['source'] = 'credits') =>
  holdPayout(
    { payoutId: 'p1', source, amountUsd, accountId: 'acct' },
    { user, supply },
    terms,
    now,
  );

function held(amountUsd: number, source: Payout['source'] = 'credits'): PayoutChange {
  const change = hold(amountUsd, anEarner(), source);
  if (isRefusal(change)) throw new Error(change.message);
  return change;
}

const spentOf = ({ earnedDays }: UserGuard) => earnedDays.map(({ spentMicros }) => spentMicros);

describe('holding a payout', () => {
  test.each([
    [25, [20_000_000, 10_000_000, 0]],
    [45, [20_000_000, 30_000_000, 0]],
  ])('of %d dollars takes the oldest days first', (usd, spent) => {
    const { user, payout, postings } = held(usd);
    expect(spentOf(user)).toEqual(spent);
    expect(payout.parts.reduce((sum, { micros }) => sum + micros, 0)).toBe(usd * 1_000_000);
    expect(user.openPayoutId).toBe('p1');
    expect(imbalance(postings)).toEqual({});
    expect(postings).toContainEqual({
      account: 'owed:ana',
      asset: 'USD',
      delta: -usd * 1_000_000,
    });
  });

  test('leaves the fraction of a cent and earnings that are too young', () => {
    expect(availableCents('credits', { user: anEarner(), supply }, terms, now)).toBe(4_500);
    expect(hold(45.01)).toMatchObject({ message: 'Amount exceeds your available balance.' });
  });

  test('in reward tokens burns as many as it is worth and takes the money from the pool', () => {
    const { user, supply: after, payout, postings } = held(25.02, 'tokens');
    expect(user.rewardQty).toBe(140);
    expect(spentOf(user)).toEqual(spentOf(anEarner()));
    expect(after).toEqual({ issued: 500, circulating: 940, poolMicros: 391_980_000 });
    expect(payout).toMatchObject({ qty: 60, poolMicros: 25_020_000, parts: [] });
    expect(imbalance(postings)).toEqual({});
  });

  test.each([
    ['A payout is already on its way.', { openPayoutId: 'p0', debtMicros: 1 }, {}],
    [debtText(1), { debtMicros: 1 }, { owes: true }],
  ])('is refused with %s', (message, changes, more) => {
    const refusal = { refused: true, code: 'failed-precondition', message, ...more };
    expect(hold('nonsense', anEarner(changes))).toEqual(refusal);
  });

  test('lists to the cent what it takes from each day, and no day it does not need', () => {
    expect(held(25).payout).toEqual({
      id: 'p1',
      uid: 'ana',
      source: 'credits',
      amountCents: 2_500,
      state: 'held',
      parts: [
        { date: '2026-03-01', micros: 15_000_000 },
        { date: '2026-03-05', micros: 10_000_000 },
      ],
      qty: 0,
      poolMicros: 0,
      accountId: 'acct',
      transferId: null,
      reversals: [],
      createdAt: now,
      closedAt: null,
    });
    const days = anEarner().earnedDays.slice(1);
    const one = hold(25, anEarner({ earnedDays: days }));
    expect(one).toMatchObject({ payout: { parts: [{ date: '2026-03-05', micros: 25_000_000 }] } });
    const exact = { date: '2026-03-01', totalMicros: 25_000_000, spentMicros: 0 };
    const first = hold(25, anEarner({ earnedDays: [exact, ...days] }));
    expect(first).toMatchObject({
      payout: { parts: [{ date: '2026-03-01', micros: 25_000_000 }] },
    });
  });

  test('values reward tokens at the spot price if the database has one', () => {
    const spot = { ...terms, spotPriceUsd: 0.5 };
    expect(availableCents('tokens', { user: anEarner(), supply }, terms, now)).toBe(8_340);
    expect(availableCents('tokens', { user: anEarner(), supply }, spot, now)).toBe(10_000);
    const request = { payoutId: 'p1', source: 'tokens', amountUsd: 50, accountId: 'a' } as const;
    const change = holdPayout(request, { user: anEarner(), supply }, spot, now);
    expect(change).toMatchObject({ payout: { qty: 100 }, user: { rewardQty: 100 } });
  });

  test('never takes more tokens than are in circulation', () => {
    const short = { ...supply, circulating: 50 };
    const request = { payoutId: 'p1', source: 'tokens', amountUsd: 417, accountId: 'a' } as const;
    const change = holdPayout(request, { user: anEarner(), supply: short }, terms, now);
    expect(change).toMatchObject({ payout: { qty: 50 }, supply: { circulating: 0 } });
  });
});

describe('the end of a payout', () => {
  test.each([['credits'], ['tokens']] as const)(
    '%s: a returned payout leaves everything as before',
    (source) => {
      const { payout, user, supply: pool } = held(40, source);
      const back = returnPayout(payout, { user, supply: pool }, now);
      expect(back.user).toEqual(anEarner());
      expect(back.supply).toEqual(supply);
      expect(back.payout.state).toBe('returned');
      expect(imbalance(back.postings)).toEqual({});
    },
  );

  test.each([['credits'], ['tokens']] as const)(
    '%s: a payout paid and reversed in parts returns to the user',
    (source) => {
      const { payout, user, supply: pool } = held(40, source);
      const paid = payPayout(payout, { user, supply: pool }, 'tr_1', now);
      expect(paid.user.openPayoutId).toBeNull();
      const first = reversePayout(paid.payout, paid, { id: 'trr_1', amountCents: 1 });
      expect(first.payout.state).toBe('paid');
      const second = reversePayout(first.payout, first, { id: 'trr_2', amountCents: 3_000 });
      const last = reversePayout(second.payout, second, { id: 'trr_3', amountCents: 999 });
      expect(last.payout).toMatchObject({ state: 'reversed', transferId: 'tr_1' });
      expect(last.user).toEqual(anEarner());
      expect(last.supply).toEqual(supply);
      for (const { postings } of [paid, first, second, last])
        expect(imbalance(postings)).toEqual({});
      expect(() => reversePayout(last.payout, last, { id: 'trr_4', amountCents: 1 })).toThrow(
        'more is reversed than was paid',
      );
    },
  );

  test('the end of one payout does not end another that is on its way', () => {
    const { payout, user, supply: pool } = held(40);
    const guards = { user: { ...user, openPayoutId: 'p2' }, supply: pool };
    expect(payPayout(payout, guards, 'tr_1', now).user.openPayoutId).toBe('p2');
    expect(returnPayout(payout, guards, now).user.openPayoutId).toBe('p2');
  });

  test.each([
    ['held', true],
    ['unknown', true],
    ['paid', false],
    ['returned', false],
    ['reversed', false],
  ] as const)('a payout in the state %s is on its way: %s', (state, isOpen) => {
    expect(isOpenPayout({ state })).toBe(isOpen);
  });

  test('a partial reversal goes to the newest days first', () => {
    const paid = payPayout(held(45).payout, held(45), 'tr_1', now);
    const after = reversePayout(paid.payout, paid, { id: 'trr_1', amountCents: 3_500 });
    expect(spentOf(after.user)).toEqual([15_000_000, 0, 0]);
  });

  test('a partial reversal never returns more tokens than its share', () => {
    const paid = payPayout(held(25.02, 'tokens').payout, held(25.02, 'tokens'), 'tr_1', now);
    const after = reversePayout(paid.payout, paid, { id: 'trr_1', amountCents: 41 });
    expect(after.user.rewardQty).toBe(140);
    expect(after.supply.poolMicros).toBe(paid.supply.poolMicros + 410_000);
  });
});
