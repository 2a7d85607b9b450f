import { describe, expect, test } from 'vitest';
import { canPayDebt, debtRefusal, formatDebt, payDebt } from './debts.ts';
import { emptyUserGuard } from './guards.ts';
import { net } from './testing/orders.ts';

const days = (...all: readonly (readonly [number, number])[]) =>
  all.map(([totalMicros, spentMicros], index) => {
    return { date: `2026-11-0${index + 1}`, totalMicros, spentMicros };
  });

describe('paying a debt', () => {
  test('takes the oldest unpaid earnings first and leaves the rest', () => {
    const earnedDays = days([5, 5], [10, 4], [10, 0]);
    const paid = payDebt({ ...emptyUserGuard('bo'), debtMicros: 8, earnedDays });
    expect(paid?.user).toEqual({
      ...emptyUserGuard('bo'),
      debtMicros: 0,
      earnedDays: days([5, 5], [10, 10], [10, 2]),
    });
    expect(net(paid?.postings ?? [])).toEqual({ 'owed:bo USD': -8, 'debt:bo USD': 8 });
  });

  test('takes all unpaid earnings if they do not cover it', () => {
    const owing = { ...emptyUserGuard('bo'), debtMicros: 8, earnedDays: days([5, 0], [2, 1]) };
    expect(payDebt(owing)).toMatchObject({ paidMicros: 6, user: { debtMicros: 2 } });
  });

  test('does nothing without a debt or without earnings', () => {
    expect(payDebt({ ...emptyUserGuard('bo'), earnedDays: days([5, 0]) })).toBeUndefined();
    expect(payDebt({ ...emptyUserGuard('bo'), debtMicros: 8 })).toBeUndefined();
  });

  test.each([
    ['can be tried for a user who was paid nothing yet', 1, days([1, 0]), true],
    ['can be tried for a user with one of many days unpaid', 1, days([5, 5], [5, 4], [5, 5]), true],
    ['cannot be tried for a user whose earnings were all paid out', 1, days([5, 5], [5, 5]), false],
    ['cannot be tried for a user who earned nothing', 1, [], false],
    ['is not tried for a user who owes nothing', 0, days([5, 0]), false],
  ])('%s', (_, debtMicros, earnedDays, can) => {
    expect(canPayDebt({ ...emptyUserGuard('bo'), debtMicros, earnedDays })).toBe(can);
  });
});

describe('a user with a debt', () => {
  test('sees the amount owed and what it blocks', () => {
    expect(debtRefusal({ ...emptyUserGuard('bo'), debtMicros: 12_340_000 })).toEqual({
      refused: true,
      code: 'failed-precondition',
      message:
        'You owe $12.34. Earnings pay it first; until then you cannot spend tokens, claim reward tokens or cash out.',
      owes: true,
    });
    expect(debtRefusal(emptyUserGuard('bo'))).toBeUndefined();
  });

  test('sees the amount rounded up to a whole cent', () => {
    expect([formatDebt(1), formatDebt(10_000), formatDebt(10_001)]).toEqual([
      '$0.01',
      '$0.01',
      '$0.02',
    ]);
  });
});
