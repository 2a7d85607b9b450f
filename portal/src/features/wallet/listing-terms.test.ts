import type { TokenBlock } from '@datchain/shared/domain/blocks.ts';
import { expect, test } from 'vitest';
import { countAhead, listingTerms, suggestedPrice } from './listing-terms.ts';

const draft = { quantity: '100', price: '0.50', owned: 1_240, maximumCents: 55 };

test.each([
  ['[R-LST-02] a quantity of zero is refused', { quantity: '0' }, 'Qty > 0', undefined],
  ['[R-LST-02] an empty quantity is refused', { quantity: '' }, 'Qty > 0', undefined],
  ['[R-LST-02] one and a half tokens are refused', { quantity: '1.5' }, 'Qty > 0', undefined],
  [
    '[R-LST-02] more tokens than are owned are refused',
    { quantity: '1241' },
    'Not enough tokens',
    undefined,
  ],
  ['[R-LST-03] an empty price is refused', { price: '' }, undefined, 'Valid price'],
  ['[R-LST-03] a price below one cent is refused', { price: '0.009' }, undefined, 'Valid price'],
  [
    '[R-LST-03] a price of 35 cents is refused',
    { price: '0.35' },
    undefined,
    'Choose $0.36 – $1.00',
  ],
  [
    '[R-LST-03] a price with a fraction of a cent is refused',
    { price: '0.505' },
    undefined,
    'Choose $0.36 – $1.00',
  ],
  ['[R-LST-03] a price that is no number is refused', { price: '5,0,0' }, undefined, 'Valid price'],
  [
    '[R-LST-03] a price with two readings is refused',
    { price: '1,000' },
    undefined,
    '“1,000” can mean $1,000.00 or $1.000. Write 1000 or 1.00.',
  ],
  [
    '[R-LST-03] a price above a dollar is refused',
    { price: '1.01' },
    undefined,
    'Choose $0.36 – $1.00',
  ],
  [
    '[R-LST-04] a price above the maximum is refused',
    { price: '0.56' },
    undefined,
    'At most $0.55 now',
  ],
  ['[R-LST-04] the maximum price is accepted', { price: '0.55' }, undefined, undefined],
  ['a maximum below $0.36 refuses no allowed price', { maximumCents: 30 }, undefined, undefined],
] as const)('%s', (_what, change, quantityError, priceError) => {
  expect(listingTerms({ ...draft, ...change })).toMatchObject({ quantityError, priceError });
});

test('the seller gets 95% of the price', () => {
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

const block = (priceCents: number, platformRemaining: number, sellQty = 0): TokenBlock => ({
  id: String(priceCents),
  priceCents,
  platformRemaining,
  sellQty,
  sellFaceMicros: 0,
});

test.each([
  [
    [block(36, 39_333), block(37, 25_030), block(50, 9)],
    37,
    '64,363 tokens are ahead of yours',
    '39,333 at $0.36 and 25,030 at $0.37 sell first.',
  ],
  [
    [block(36, 1), block(37, 0)],
    40,
    '1 token is ahead of yours',
    'It costs $0.36 and sells first.',
  ],
  [
    [block(36, 10, 5), block(37, 5), block(38, 5)],
    38,
    '25 tokens are ahead of yours',
    'Those from $0.36 to $0.38 sell first.',
  ],
])(
  '[N-FIG-02] a seller reads how many tokens are ahead: %j at %i cents',
  (blocks, cents, total, where) => {
    expect(countAhead(blocks, cents)).toEqual({ total, where });
  },
);

test('[N-FIG-02] nothing is ahead of the cheapest tokens', () => {
  expect(countAhead([block(40, 10)], 39)).toBeUndefined();
});
