import { describe, expect, test } from 'vitest';
import {
  type BlockOffer,
  checkPurchase,
  minimumQuantity,
  minimumText,
  type PurchaseVariant,
} from './purchase.ts';

const offer = (priceCents: number, available: number): BlockOffer => ({ priceCents, available });

const sentence = (variant: PurchaseVariant, block: BlockOffer, qty: unknown) =>
  checkPurchase(variant, block, qty)?.message;

const noMinimum = 'No minimum – less than $25 remains in this block';

describe('a quantity that is not a positive whole number is refused in both variants', () => {
  const wrong = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '', '30', null, undefined, {}];
  for (const variant of ['block', 'marketplace'] as const) {
    test.each(wrong)(`[R-BLK-05] [R-BLK-06] ${variant}: %s`, (qty) => {
      expect(sentence(variant, offer(36, 1000), qty)).toBe('Enter a positive number');
    });
  }
  test('more than a number can count exactly is refused', () => {
    expect(sentence('block', offer(36, 1000), 2 ** 53)).toBe('Enter a positive number');
  });
});

describe('block page: at least $10', () => {
  const cases: [
    priceCents: number,
    available: number,
    qty: number,
    expected: string | undefined,
  ][] = [
    [36, 41_200, 28, undefined],
    [36, 41_200, 27, 'Minimum purchase is $10 (28 tokens)'],
    [100, 50, 10, undefined],
    [100, 50, 9, 'Minimum purchase is $10 (10 tokens)'],
    [37, 30, 30, undefined],
    [37, 30, 31, 'Only 30 tokens remain in this block'],
    [36, 20, 20, 'Minimum purchase is $10 (28 tokens)'],
    [36, 0, 1, 'Only 0 tokens remain in this block'],
    [1, 5000, 1000, undefined],
    [1, 5000, 999, 'Minimum purchase is $10 (1000 tokens)'],
  ];
  test.each(cases)(
    '[R-BLK-05] at %i cents with %i left, ordering %i gives the refusal: %s',
    (price, left, qty, expected) => {
      expect(sentence('block', offer(price, left), qty)).toBe(expected);
    },
  );
});

describe('marketplace: at least $25, waived when less than $25 remains', () => {
  const cases: [
    priceCents: number,
    available: number,
    qty: number,
    expected: string | undefined,
  ][] = [
    [36, 41_200, 70, undefined],
    [36, 41_200, 69, 'Minimum purchase is $25 (~70 tokens)'],
    [100, 200, 25, undefined],
    [100, 200, 24, 'Minimum purchase is $25 (~25 tokens)'],
    [100, 25, 24, 'Minimum purchase is $25 (~25 tokens)'],
    [100, 25, 25, undefined],
    [48, 52, 2, undefined],
    [36, 69, 2, undefined],
    [36, 69, 1, 'Minimum card payment is $0.50 (2 tokens)'],
    [1, 2_499, 49, 'Minimum card payment is $0.50 (50 tokens)'],
    [1, 2_499, 50, undefined],
    [50, 49, 1, undefined],
    [100, 24, 1, undefined],
    [36, 69, 70, 'Only 69 tokens remain in this block'],
  ];
  test.each(cases)(
    '[R-BLK-06] [R-BLK-10] at %i cents with %i left, ordering %i gives the refusal: %s',
    (p, left, qty, expected) => {
      expect(sentence('marketplace', offer(p, left), qty)).toBe(expected);
    },
  );

  test('[R-BLK-10] the hint says that there is no minimum', () => {
    const block = offer(50, 49);
    expect(minimumText('marketplace', block)).toBe(noMinimum);
    expect(minimumQuantity('marketplace', block)).toBe(1);
  });

  test.each([
    [49, 51, 2],
    [36, 69, 2],
    [25, 99, 2],
    [24, 104, 3],
    [1, 2_499, 50],
    [36, 2, 2],
  ])(
    '[N-MON-14] at %i cents with %i left, the quantity starts at the smallest card payment: %i',
    (price, left, qty) => {
      const block = offer(price, left);
      expect(minimumQuantity('marketplace', block)).toBe(qty);
      expect(sentence('marketplace', block, qty)).toBeUndefined();
      const least = `Minimum card payment is $0.50 (${qty} tokens)`;
      expect(minimumText('marketplace', block)).toBe(`${noMinimum}. ${least}`);
      expect(sentence('marketplace', block, qty - 1)).toBe(least);
    },
  );

  test('[N-MON-14] a card can pay for the initial quantity whenever it can pay for any', () => {
    for (let price = 1; price <= 100; price++) {
      for (let left = Math.ceil(50 / price); left * price < 2_600; left++) {
        const least = minimumQuantity('marketplace', offer(price, left));
        expect(sentence('marketplace', offer(price, left), least)).toBeUndefined();
      }
    }
  });
});

describe('the minimum is the price divided into it, rounded up', () => {
  const cases: [PurchaseVariant, number, number][] = [
    ['block', 36, 28],
    ['block', 100, 10],
    ['block', 99, 11],
    ['marketplace', 36, 70],
    ['marketplace', 100, 25],
    ['marketplace', 99, 26],
  ];
  test.each(cases)(
    '[R-BLK-02] a purchase on the %s page at %i cents opens with %i tokens',
    (variant, price, qty) => {
      expect(minimumQuantity(variant, offer(price, 100_000))).toBe(qty);
    },
  );
});

test.each([0, 27, 1_001])('a refused quantity of %i is an invalid argument', (qty) => {
  expect(checkPurchase('block', offer(36, 1_000), qty)?.code).toBe('invalid-argument');
});

test('the sentences use the singular for one token', () => {
  expect(sentence('block', offer(50, 1), 2)).toBe('Only 1 token remains in this block');
  expect(sentence('block', offer(1_000, 9), 10)).toBe('Only 9 tokens remain in this block');
  expect(minimumText('block', offer(1_000, 9))).toBe('Minimum purchase is $10 (1 token)');
  expect(minimumText('marketplace', offer(2_500, 9))).toBe('Minimum purchase is $25 (~1 token)');
});
