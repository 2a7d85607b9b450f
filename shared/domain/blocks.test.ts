import { expect, test } from 'vitest';
import {
  buysLess,
  cheapestBlock,
  countsAsText,
  offerOf,
  stockedBlocks,
  type TokenBlock,
  utilityTokensRemaining,
} from './blocks.ts';

const block = (priceCents: number, platformRemaining: number, sellQty = 0): TokenBlock => ({
  id: String(priceCents),
  priceCents,
  platformRemaining,
  sellQty,
  sellFaceMicros: sellQty * priceCents * 10_000,
});

test('[N-MON-23] tokens that users sell above their issue price buy less than they cost', () => {
  expect(buysLess(block(93, 0, 20))).toBe(false);
  expect(buysLess({ ...block(93, 0, 20), sellFaceMicros: 7_400_000 })).toBe(true);
  expect(buysLess({ ...block(36, 0, 20), sellFaceMicros: 7_400_000 })).toBe(false);
  expect(buysLess(block(93, 1_000))).toBe(false);
});

test.each<[string, TokenBlock[], string | undefined]>([
  ['the lowest price', [block(40, 9), block(36, 9), block(38, 9)], '36'],
  ['tokens that users sell count as stock', [block(40, 9), block(36, 0, 9)], '36'],
  ['a sold-out block is passed over', [block(36, 0), block(40, 9)], '40'],
  ['a block with 36 cents left cannot be paid by card', [block(36, 1), block(40, 9)], '40'],
  ['a block with exactly 50 cents left can', [block(25, 2), block(40, 9)], '25'],
  ['if every block has too little left, the cheapest', [block(36, 1), block(40, 1)], '36'],
  ['none if all are sold out', [block(36, 0)], undefined],
])('[R-HOM-05] the marketplace buys from the cheapest block: %s', (_, blocks, id) => {
  expect(cheapestBlock(blocks)?.id).toBe(id);
});

test('a block offers the tokens that the platform and its users have left', () => {
  expect(offerOf(block(36, 5, 7))).toEqual({ priceCents: 36, available: 12 });
  expect(utilityTokensRemaining([block(36, 5, 7), block(40, 1)])).toBe(13);
  expect(utilityTokensRemaining([])).toBe(0);
});

test('blocks with stock are sorted by price, then by number', () => {
  const at36 = (id: string) => ({ ...block(36, 1), id });
  const blocks = [block(40, 1), at36('10'), block(38, 0), at36('9')];
  expect(stockedBlocks(blocks).map(({ id }) => id)).toEqual(['9', '10', '40']);
});

test('[N-FIG-02] a block says what its owners’ tokens count as if that is less than they cost', () => {
  const from = (platformRemaining: number, sellQty: number, sellFaceMicros: number) =>
    countsAsText({ ...block(43, platformRemaining, sellQty), sellFaceMicros });
  expect(from(0, 41, 14_760_000)).toBe('41 from owners count as $0.36 each');
  expect(from(1_000, 41, 14_760_000)).toBe('41 from owners count as $0.36 each');
  expect(from(0, 3, 1_000_000)).toBe('3 from owners count as about $0.33 each');
  expect(from(0, 1, 360_000)).toBe('1 from an owner counts as $0.36');
  expect(from(0, 41, 17_630_000), 'as much as they cost').toBeUndefined();
  expect(from(1_000, 0, 0)).toBeUndefined();
});
