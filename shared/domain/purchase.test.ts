import { describe, expect, test } from 'vitest';
import {
  type BlockOffer,
  checkPurchase,
  minimumQuantity,
  minimumText,
  type PurchaseVariant,
  parseQuantity,
} from './purchase.ts';

const offer = (priceCents: number, available: number): BlockOffer => ({ priceCents, available });

const sentence = (variant: PurchaseVariant, block: BlockOffer, qty: unknown) =>
  checkPurchase(variant, block, qty)?.message;

describe('a quantity that is no positive whole number is refused in both variants', () => {
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
    // No exception for a nearly empty block: what is left cannot be bought here.
    [36, 20, 20, 'Minimum purchase is $10 (28 tokens)'],
    [36, 0, 1, 'Only 0 tokens remain in this block'],
    [1, 5000, 1000, undefined],
    [1, 5000, 999, 'Minimum purchase is $10 (1000 tokens)'],
  ];
  test.each(cases)('[R-BLK-05] %i cents, %i left, %i wanted', (price, left, qty, expected) => {
    expect(sentence('block', offer(price, left), qty)).toBe(expected);
  });
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
    // Exactly $25 remains: the minimum applies. One cent less: it does not.
    [100, 25, 24, 'Minimum purchase is $25 (~25 tokens)'],
    [100, 25, 25, undefined],
    [48, 52, 2, undefined],
    [36, 69, 2, undefined],
    [36, 69, 1, 'Minimum card payment is $0.50'],
    [100, 24, 1, undefined],
    [36, 69, 70, 'Only 69 tokens remain in this block'],
  ];
  test.each(cases)(
    '[R-BLK-06] [R-BLK-10] %i cents, %i left, %i wanted',
    (p, left, qty, expected) => {
      expect(sentence('marketplace', offer(p, left), qty)).toBe(expected);
    },
  );

  test('[R-BLK-10] the hint says that there is no minimum', () => {
    expect(minimumText('marketplace', offer(36, 69))).toBe(
      'No minimum – less than $25 remains in this block',
    );
    expect(minimumQuantity('marketplace', offer(36, 69))).toBe(1);
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
  test.each(cases)('[R-BLK-02] %s at %i cents opens with %i', (variant, price, qty) => {
    expect(minimumQuantity(variant, offer(price, 100_000))).toBe(qty);
  });
});

test.each([
  ['28', 28],
  [' 28 ', 28],
  ['0', 0],
  ['', Number.NaN],
  ['1.5', Number.NaN],
  ['1e3', Number.NaN],
  ['-4', Number.NaN],
  ['ten', Number.NaN],
  ['0x10', Number.NaN],
])('typing %j reads as %d', (text, expected) => {
  expect(parseQuantity(text)).toBe(expected);
});
