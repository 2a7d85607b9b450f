import { expect, test } from 'vitest';
import { cheapestBlock, type TokenBlock } from './blocks.ts';

const block = (priceCents: number, platformRemaining: number, sellQty = 0): TokenBlock => ({
  id: String(priceCents),
  priceCents,
  platformRemaining,
  sellQty,
});

test.each<[string, TokenBlock[], string | undefined]>([
  ['the lowest price', [block(40, 9), block(36, 9), block(38, 9)], '36'],
  ['what users sell counts as stock', [block(40, 9), block(36, 0, 9)], '36'],
  ['a sold-out block is passed over', [block(36, 0), block(40, 9)], '40'],
  ['a rest of 36 cents cannot be paid by card', [block(36, 1), block(40, 9)], '40'],
  ['a rest of exactly 50 cents can', [block(25, 2), block(40, 9)], '25'],
  ['when only such rests are left, the cheapest of them', [block(36, 1), block(40, 1)], '36'],
  ['nothing when all are sold out', [block(36, 0)], undefined],
])('[R-HOM-05] the marketplace buys from the cheapest block: %s', (_, blocks, id) => {
  expect(cheapestBlock(blocks)?.id).toBe(id);
});
