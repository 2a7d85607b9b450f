import { expect, test } from 'vitest';
import { priceRows } from './price-rows.ts';

test('prices begin with the smallest order and go on in round numbers', () => {
  expect(priceRows('block', { priceCents: 36, available: 41_200 })).toEqual([
    { qty: 28, totalCents: 1_008 },
    { qty: 50, totalCents: 1_800 },
    { qty: 100, totalCents: 3_600 },
    { qty: 250, totalCents: 9_000 },
    { qty: 500, totalCents: 18_000 },
    { qty: 1_000, totalCents: 36_000 },
  ]);
});

test('no price is shown for more tokens than the block has', () => {
  const rows = priceRows('block', { priceCents: 36, available: 90 });
  expect(rows.map(({ qty }) => qty)).toEqual([28, 50]);
});

test('a block that cannot be ordered from has no prices', () => {
  expect(priceRows('block', { priceCents: 36, available: 5 })).toEqual([]);
});
