import { expect, test } from 'vitest';
import { nextAskMillis } from './polling.ts';

test('a new payment is polled soon, then less and less often, but never given up', () => {
  const waits = [0, 1, 5, 50].map((asks) => nextAskMillis({ state: 'reserved' }, asks, true));
  expect(waits).toEqual([1_000, 1_400, 5_378, 10_000]);
});

test('an unpaid order is polled less often', () => {
  expect(nextAskMillis({ state: 'reserved' }, 0, false)).toBe(3_000);
});

test('an order in review is polled every minute', () => {
  expect(nextAskMillis({ state: 'review' }, 0, true)).toBe(60_000);
});

test.each(['settled', 'ended', 'refunded'] as const)('a %s order is not polled', (state) => {
  expect(nextAskMillis({ state }, 0, true)).toBeUndefined();
});

test('[N-BUY-06] a paid order is polled until its edition is bought or missed', () => {
  const wait = (state: 'wanted' | 'bought' | 'missed') => {
    const edition = { datId: 'blue', editionNumber: 4, priceCents: 2_500, state };
    return nextAskMillis({ state: 'settled', edition }, 0, false);
  };
  expect(wait('wanted')).toBe(1_000);
  expect(wait('bought')).toBeUndefined();
  expect(wait('missed')).toBeUndefined();
});
