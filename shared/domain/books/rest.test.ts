import { describe, expect, test } from 'vitest';
import { emptyUserGuard } from './guards.ts';
import { restOf, waiveRest, worthPaying } from './rest.ts';
import { net } from './testing/orders.ts';

const supply = { issued: 40, circulating: 100, poolMicros: 1_000_000_000 };
const earned = (totalMicros: number, spentMicros = 0) => [
  { date: '2026-11-01', totalMicros, spentMicros },
];
const user = {
  ...emptyUserGuard('bo'),
  earnedDays: [...earned(9_000_000, 8_999_999), { ...earned(3_000_000)[0]!, date: '2026-11-02' }],
  changeMicros: 360_005,
  rewardQty: 2,
};
const rest = { earnedMicros: 3_000_001, changeMicros: 360_005, rewardQty: 2 };

describe('[N-PPL-03] the rest on an account that closes', () => {
  test('is waived to the micro: the platform gets the money, and reward tokens leave circulation', () => {
    expect(restOf(user)).toEqual(rest);
    const waived = waiveRest({ user, supply }, rest, {});
    if (!waived || 'refused' in waived) throw new Error('not waived');
    expect(restOf(waived.user)).toEqual({ earnedMicros: 0, changeMicros: 0, rewardQty: 0 });
    expect(waived.supply).toEqual({ ...supply, circulating: 98 });
    expect(waived.backingMicros).toBe(324_004);
    expect(waived.platformMicros).toBe(3_324_005);
    expect(net(waived.postings)).toEqual({
      'owed:bo USD': -3_000_001,
      'backing USD': -324_004,
      'platform USD': 3_324_005,
      'user:bo FACE': -360_005,
      'world:issuer FACE': 360_005,
      'user:bo REWARD': -2,
      'world:issuer REWARD': 2,
    });
  });

  test.each([
    ['a micro more of earnings', { earnedMicros: 3_000_002 }],
    ['a micro less of change', { changeMicros: 360_004 }],
    ['no reward tokens', { rewardQty: 0 }],
  ])('is not waived if %s was agreed to', (_, other) => {
    const refused = waiveRest({ user, supply }, { ...rest, ...other }, {});
    expect(refused).toMatchObject({
      code: 'aborted',
      message: 'What is left on your account has changed. Look at the amounts again.',
    });
  });

  test.each([
    ['earnings', { earnedDays: earned(25_000_000) }],
    ['change', { changeMicros: 25_000_000 }],
  ])('is not waived if its %s can be paid out', (_, left) => {
    const rich = { ...emptyUserGuard('bo'), ...left };
    expect(waiveRest({ user: rich, supply }, restOf(rich), {})).toMatchObject({
      code: 'failed-precondition',
      message: 'What is left on your account can be paid out.',
    });
  });

  test('is refused for a change or an open payout first, even if it can be paid out', () => {
    const rich = { ...user, changeMicros: 25_000_000 };
    expect(waiveRest({ user: rich, supply }, rest, {})).toMatchObject({ code: 'aborted' });
    const paid = waiveRest({ user: { ...rich, openPayoutId: 'p' }, supply }, restOf(rich), {});
    expect(paid).toMatchObject({ message: 'A payout is already on its way.' });
  });

  test('is too little to be paid out up to a micro below the minimum; reward tokens count at their price', () => {
    const none = { earnedMicros: 0, changeMicros: 0, rewardQty: 0 };
    const poor = { ...user, earnedDays: earned(24_999_999), changeMicros: 24_999_999 };
    expect(worthPaying({ user: poor, supply }, {})).toEqual(none);
    expect(worthPaying({ user: poor, supply }, { spotPriceUsd: 12.5 })).toEqual({
      ...none,
      rewardQty: 2,
    });
  });

  test('is kept while a payout is on its way or a debt is open', () => {
    const paid = waiveRest({ user: { ...user, openPayoutId: 'p' }, supply }, rest, {});
    expect(paid).toMatchObject({ message: 'A payout is already on its way.' });
    const owing = waiveRest({ user: { ...user, debtMicros: 1 }, supply }, rest, {});
    expect(owing).toMatchObject({ owes: true });
  });

  test('can be empty, and then nothing happens', () => {
    const empty = emptyUserGuard('bo');
    expect(waiveRest({ user: empty, supply }, restOf(empty), {})).toBeUndefined();
  });
});
