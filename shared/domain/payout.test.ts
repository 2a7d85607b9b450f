import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPayout, tokenPayoutCents, tokensForPayout } from './payout.ts';

describe('an amount', () => {
  test.each([
    [25, 2_500],
    [25.1, 2_510],
    [1234.56, 123_456],
    [0.1 + 0.2 + 24.7, 2_500],
    [8.2 * 5, 4_100],
    [999_999.99, 99_999_999],
  ])('[R-CSH-04] of %d dollars is accepted as %i cents', (usd, cents) => {
    expect(checkPayout(usd, 1_000_000_000)).toBe(cents);
  });

  test.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY],
    ['25'],
    [''],
    [null],
    [undefined],
    [true],
    [{}],
    [[25]],
    [25n],
    [25.001],
    [25.999],
    [30.0000001],
    [-25.005],
  ])('[R-CSH-04] of %s is refused as invalid', (amount) => {
    expect(checkPayout(amount, 1_000_000)).toMatchObject({
      code: 'invalid-argument',
      message: 'Enter a valid payout amount.',
    });
  });

  test.each([[24.99], [0], [-0], [-30], [-1e300], [0.01]])(
    '[R-CSH-04] of %d dollars is below the minimum',
    (amount) => {
      expect(checkPayout(amount, 1_000_000)).toMatchObject({
        code: 'invalid-argument',
        message: 'Minimum payout amount is $25.00',
      });
    },
  );

  test.each([
    [25, 2_499],
    [25, 0],
    [100.01, 10_000],
    [1e15, 10_000],
    [1e300, Number.MAX_SAFE_INTEGER],
    [Number.MAX_VALUE, 10_000],
  ])('[R-CSH-04] of %d dollars is above an available %i cents', (amount, available) => {
    expect(checkPayout(amount, available)).toMatchObject({
      code: 'failed-precondition',
      message: 'Amount exceeds your available balance.',
    });
  });

  test('equal to the available balance is accepted, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2_500, max: 1e12 }), (cents) => {
        expect(checkPayout(cents / 100, cents)).toBe(cents);
        expect(checkPayout((cents + 1) / 100, cents)).toMatchObject({ refused: true });
      }),
    );
  });
});

describe('reward tokens', () => {
  const pool = { poolMicros: 41_700_000_000, circulating: 100_000 };

  test.each([
    [0, 0],
    [1, 42],
    [60, 2_502],
    [1_000, 41_700],
    [100_000, 4_170_000],
  ])('[R-CSH-06] %i tokens of a value of $0.417 pay %i cents', (qty, cents) => {
    expect(tokenPayoutCents(qty, pool)).toBe(cents);
  });

  test.each([
    [3, 100, 1, 33],
    [3, 100, 2, 67],
    [200, 101, 1, 1],
    [200, 99, 1, 0],
  ])(
    '[R-CSH-06] %i tokens share a pool of %i cents, so %i of them pay %i',
    (circulating, cents, qty, paid) => {
      expect(tokenPayoutCents(qty, { poolMicros: cents * 10_000, circulating })).toBe(paid);
    },
  );

  test('[R-WAL-08] pay the spot price if it is positive, and otherwise their part of the pool', () => {
    expect(tokenPayoutCents(100, { ...pool, spotPriceUsd: 0.5 })).toBe(5_000);
    expect(tokenPayoutCents(100, { ...pool, spotPriceUsd: 0 })).toBe(4_170);
    expect(tokenPayoutCents(100, { ...pool, spotPriceUsd: -1 })).toBe(4_170);
  });

  test('never pay more than the pool holds', () => {
    expect(tokenPayoutCents(100_000, { ...pool, spotPriceUsd: 9 })).toBe(4_170_000);
    expect(tokenPayoutCents(5, { poolMicros: 0, circulating: 100_000 })).toBe(0);
    expect(tokenPayoutCents(5, { poolMicros: 9_999, circulating: 1 })).toBe(0);
    expect(tokenPayoutCents(5, { poolMicros: 10_000, circulating: 0 })).toBe(1);
  });

  test.each([
    [2_500, 1_000, 60],
    [2_502, 60, 60],
    [2_503, 1_000, 61],
    [42, 1, 1],
    [41_700, 1_000, 1_000],
    [41_659, 1_000, 1_000],
    [41_658, 1_000, 999],
  ])('a payout of %i cents out of %i tokens burns %i', (cents, qty, burnt) => {
    expect(tokensForPayout(cents, qty, pool)).toBe(burnt);
  });

  test('without a value cannot be used for a payout', () => {
    expect(() => tokensForPayout(1, 1, { poolMicros: 9_999, circulating: 1 })).toThrow(
      new RangeError('Tokens without a value pay for nothing'),
    );
  });

  test('in any number pay all that is available, which burns no more than owned and at least its value', () => {
    const anyPool = fc.record({
      poolMicros: fc.integer({ min: 10_000, max: 1e12 }),
      circulating: fc.integer({ min: 1, max: 200_000 }),
    });
    fc.assert(
      fc.property(anyPool, fc.double({ min: 0, max: 1, noNaN: true }), (any, part) => {
        const qty = Math.ceil(any.circulating * part);
        const cents = tokenPayoutCents(qty, any);
        fc.pre(cents > 0);
        const burnt = tokensForPayout(cents, qty, any);
        expect(burnt).toBeGreaterThan(0);
        expect(burnt).toBeLessThanOrEqual(qty);
        // Rounding the value can add half a cent.
        const worth = (burnt * Math.floor(any.poolMicros / 10_000)) / any.circulating;
        expect(worth + 0.5 + 1e-6).toBeGreaterThanOrEqual(cents);
      }),
    );
  });
});
