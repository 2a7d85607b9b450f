import { expect, test } from 'vitest';
import { hasOwnLine, isLineOf, type LogLine, movedBy } from './logged-kinds.ts';

const tokenSale: LogLine = {
  kind: 'token-sale',
  tokens: 50,
  paidCents: 5_000,
  poolMicros: 5_000_000,
  backingMicros: 44_000_000,
  sellersMicros: 0,
  platformMicros: 1_000_000,
};
const correction: LogLine = {
  kind: 'payment-correction',
  tokens: -50,
  paidCents: -5_000,
  poolMicros: -5_000_000,
  backingMicros: -44_000_000,
  owedMicros: 0,
  platformMicros: -1_000_000,
  reason: 'A card payment was returned.',
};
const resale: LogLine = {
  kind: 'resale',
  datId: 'd',
  sellerMicros: 80,
  creatorMicros: 10,
  platformMicros: 5,
};

test('a payment is split between the figures as its line says', () => {
  const figures = ['cardPayments', 'backing', 'pool', 'owed', 'platform'] as const;
  expect(figures.map((figure) => movedBy(tokenSale, figure))).toEqual([
    50_000_000, 44_000_000, 5_000_000, 0, 1_000_000,
  ]);
});

test('a sale moves the parts of its seller, creator and platform out of the backing', () => {
  expect(movedBy(resale, 'backing')).toBe(-95);
  expect(movedBy(resale, 'owed')).toBe(90);
  expect(movedBy({ kind: 'sale', sellerMicros: 7, platformMicros: 1 }, 'backing')).toBe(-8);
});

test('a line says nothing about a figure whose amount it does not state', () => {
  expect(movedBy(correction, 'owed')).toBeUndefined();
  expect(movedBy({ kind: 'streams', sharedMicros: 5 }, 'owed')).toBeUndefined();
  expect(movedBy({ kind: 'streams', sharedMicros: 5 }, 'promised')).toBe(-5);
  expect(movedBy({ kind: 'listing', priceCents: 5 }, 'owed')).toBeUndefined();
});

test('a negative correction shows a returned payment, and a positive one a payment that came back', () => {
  expect(isLineOf(correction, 'order-clawed-back')).toBe(true);
  expect(isLineOf(correction, 'order-reinstated')).toBe(false);
  const again = { ...correction, paidCents: 5_000 };
  expect(isLineOf(again, 'order-reinstated')).toBe(true);
  expect(isLineOf(again, 'order-clawed-back')).toBe(false);
  const nothing = { ...correction, paidCents: 0 };
  expect(isLineOf(nothing, 'order-reinstated')).toBe(false);
  expect(isLineOf(nothing, 'order-clawed-back')).toBe(false);
});

test('a log line shows only entries of its kind, and some kinds have no line', () => {
  expect(hasOwnLine('payout-paid')).toBe(false);
  expect(isLineOf(tokenSale, 'card-fee')).toBe(false);
  expect(hasOwnLine('edition-sold')).toBe(true);
  expect(isLineOf(resale, 'edition-sold')).toBe(true);
  expect(isLineOf(resale, 'order-settled')).toBe(false);
  expect(isLineOf({ ...tokenSale, paidCents: -5_000 }, 'order-clawed-back')).toBe(false);
});
