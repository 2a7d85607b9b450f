import { mintDat } from '@datchain/shared/domain/books/editions.ts';
import { releasedEvent, soldEvent } from '@datchain/shared/domain/dat-events.ts';
import { expect, test } from 'vitest';
import { compareHistories } from './compare-histories.ts';

const terms = { creatorUid: 'ana', editions: 1, priceCents: 4_000, sharePpm: 25_000 };
const minted = mintDat({ datId: 'blue', ...terms }, 10);
const [edition] = minted.editions;
const sold = { number: 1, ownerUid: 'bo', priceCents: 4_000, version: 2 };
const bos = { ...minted, editions: [{ ...edition, ...sold, askPriceCents: null } as never] };

test('a history that leads to the books is right', () => {
  const released = releasedEvent(minted, 10);
  expect(compareHistories([minted], new Map([['blue', [released]]]))).toEqual([]);
  const history = [released, soldEvent('blue', sold, 'ana', 20)];
  expect(compareHistories([bos], new Map([['blue', history]]))).toEqual([]);
});

test('a missing history, and one that leaves a sale out, are differences', () => {
  expect(compareHistories([minted], new Map())).toHaveLength(1);
  expect(compareHistories([bos], new Map([['blue', [releasedEvent(minted, 10)]]]))).toEqual([
    expect.stringContaining('history blue #1: leads to {"ownerUid":"ana"'),
  ]);
});
