import { mintDat } from '@datchain/shared/domain/books/editions.ts';
import { takeDownDat } from '@datchain/shared/domain/books/take-down.ts';
import { releasedEvent, soldEvent, takedownEvent } from '@datchain/shared/domain/dat-events.ts';
import { expect, test } from 'vitest';
import { compareHistories } from './compare-histories.ts';

const terms = { creatorUid: 'ana', editions: 1, priceCents: 4_000, sharePpm: 25_000 };
const minted = mintDat({ datId: 'blue', ...terms }, 10);
const [edition] = minted.editions;
const sold = { number: 1, ownerUid: 'bo', priceCents: 4_000, version: 2 };
const bos = { ...minted, editions: [{ ...edition, ...sold, askPriceCents: null } as never] };

test('a history that leads to the books has no difference', () => {
  const released = releasedEvent(minted, 10);
  expect(compareHistories([minted], new Map([['blue', [released]]]))).toEqual([]);
  const history = [released, soldEvent('blue', sold, 'ana', 20)];
  expect(compareHistories([bos], new Map([['blue', history]]))).toEqual([]);
});

test('a missing history, and one that leaves out a sale, are reported', () => {
  expect(compareHistories([minted], new Map())).toHaveLength(1);
  expect(compareHistories([bos], new Map([['blue', [releasedEvent(minted, 10)]]]))).toEqual([
    expect.stringContaining('history blue #1: leads to {"ownerUid":"ana"'),
  ]);
});

test('a takedown that the history lacks or shows differently is reported', () => {
  const down = takeDownDat(minted, 'A claim of rights', 20);
  const released = releasedEvent(minted, 10);
  const takedown = takedownEvent(down, 'taken-down', 'A claim of rights', 20);
  const compare = (...events: readonly (typeof takedown)[]) =>
    compareHistories([down], new Map([['blue', [released, ...events]]]));
  expect(compare(takedown)).toEqual([]);
  expect(compare()).toEqual([expect.stringContaining('history blue: leads to "no takedown"')]);
  expect(compare({ ...takedown, reason: 'Another' })).toHaveLength(1);
  expect(compare({ ...takedown, at: 30 })).toHaveLength(1);
  expect(compareHistories([minted], new Map([['blue', [released, takedown]]]))).toEqual([
    expect.stringContaining('should lead to "no takedown"'),
  ]);
  const restored = takedownEvent({ ...down, takedownVersion: 2 }, 'restored', 'Settled', 20);
  expect(compare(takedown, restored)).toHaveLength(1);
});
