import { describe, expect, test } from 'vitest';
import { payDebt } from './debts.ts';
import { emptyUserGuard } from './guards.ts';

describe('paying a debt', () => {
  test('takes the oldest unpaid earnings first and leaves the rest', () => {
    const earnedDays = [
      { date: '2026-11-01', totalMicros: 5, spentMicros: 5 },
      { date: '2026-11-02', totalMicros: 10, spentMicros: 4 },
      { date: '2026-11-03', totalMicros: 10, spentMicros: 0 },
    ];
    const paid = payDebt({ ...emptyUserGuard('bo'), debtMicros: 8, earnedDays });
    expect(paid?.user).toMatchObject({
      debtMicros: 0,
      earnedDays: [{ spentMicros: 5 }, { spentMicros: 10 }, { spentMicros: 2 }],
    });
  });

  test('without a debt, or without earnings, nothing happens', () => {
    const day = { date: '2026-11-01', totalMicros: 5, spentMicros: 0 };
    expect(payDebt({ ...emptyUserGuard('bo'), earnedDays: [day] })).toBeUndefined();
    expect(payDebt({ ...emptyUserGuard('bo'), debtMicros: 8 })).toBeUndefined();
  });
});
