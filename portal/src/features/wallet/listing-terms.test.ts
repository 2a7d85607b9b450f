import { expect, test } from 'vitest';
import { listingTerms, suggestedPrice } from './listing-terms.ts';

const draft = { quantity: '100', price: '0.50', owned: 1_240, maximumCents: 55 };

test.each([
  ['[R-LST-02] nothing', { quantity: '0' }, 'Qty > 0', undefined],
  ['[R-LST-02] no number', { quantity: '' }, 'Qty > 0', undefined],
  ['[R-LST-02] half a token', { quantity: '1.5' }, 'Qty > 0', undefined],
  ['[R-LST-02] more than is owned', { quantity: '1241' }, 'Not enough tokens', undefined],
  ['[R-LST-03] no price', { price: '' }, undefined, 'Valid price'],
  ['[R-LST-03] less than a cent', { price: '0.009' }, undefined, 'Valid price'],
  ['[R-LST-03] 35 cents', { price: '0.35' }, undefined, 'Choose $0.36 – $1.00'],
  ['[R-LST-03] a fraction of a cent', { price: '0.505' }, undefined, 'Choose $0.36 – $1.00'],
  ['[R-LST-03] no number', { price: '5,0,0' }, undefined, 'Valid price'],
  ['[R-LST-03] over a dollar', { price: '1.01' }, undefined, 'Choose $0.36 – $1.00'],
  ['[R-LST-04] above the maximum', { price: '0.56' }, undefined, 'At most $0.55 now'],
  ['[R-LST-04] the maximum itself', { price: '0.55' }, undefined, undefined],
  ['a market below every price that may be asked', { maximumCents: 30 }, undefined, undefined],
] as const)('%s', (_what, change, quantityError, priceError) => {
  expect(listingTerms({ ...draft, ...change })).toMatchObject({ quantityError, priceError });
});

test('the seller gets 95%', () => {
  const { qty, priceCents, amounts } = listingTerms({ ...draft, quantity: '10' });
  expect({ qty, priceCents }).toEqual({ qty: 10, priceCents: 50 });
  expect(amounts).toEqual({ total: 5_000_000, platform: 250_000, seller: 4_750_000 });
});

test.each([
  [36, 55, '0.36'],
  [30, 55, '0.36'],
  [70, 55, '0.55'],
  [50, 30, '0.36'],
])('tokens of %i cents, with at most %i, are suggested at $%s', (lot, maximum, price) => {
  expect(suggestedPrice(lot, maximum)).toBe(price);
});
