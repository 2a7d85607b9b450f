import { expect, test } from 'vitest';
import type { HoldingsGuard, WorkHoldings } from './guards.ts';
import { addWork, changeWork, findLastPage, noWorks, pageAfter, sumsOfWork } from './works.ts';

const holding = (datId: string, earnedMicros: number, sold = false) =>
  ({ datId, earnedMicros, sold }) as unknown as HoldingsGuard['holdings'][number];
const part = (datId: string, earnedMicros: number) =>
  ({ datId, earnedMicros }) as unknown as HoldingsGuard['created'][number];

const work = (change: Partial<WorkHoldings>): WorkHoldings => ({
  uid: 'ana',
  datId: 'dat',
  page: 0,
  isCreator: false,
  holdings: [],
  created: [],
  ...change,
});

test('a page has a hundred works, and the last page holds the last work', () => {
  expect([0, 99, 100, 199, 200].map(pageAfter)).toEqual([0, 0, 1, 1, 2]);
  expect([0, 1, 100, 101, 200, 201].map(findLastPage)).toEqual([0, 0, 0, 1, 1, 2]);
});

const bought = work({ holdings: [holding('dat', 30), holding('dat', 12, true)] });
const soldOn = work({ holdings: [holding('dat', 7, true)] });
const released = work({ isCreator: true, created: [part('dat', 100), part('dat', 5)] });

test('a work counts as held by its owner or creator, as released by its creator, and otherwise as sold on', () => {
  expect(noWorks).toEqual({
    works: 0,
    held: 0,
    editions: 0,
    released: 0,
    heldMicros: 0,
    soldOnMicros: 0,
    releasedMicros: 0,
  });
  expect(sumsOfWork(bought)).toEqual({
    works: 1,
    held: 1,
    editions: 1,
    released: 0,
    heldMicros: 42,
    soldOnMicros: 0,
    releasedMicros: 0,
  });
  expect(sumsOfWork(soldOn)).toEqual({
    works: 1,
    held: 0,
    editions: 0,
    released: 0,
    heldMicros: 0,
    soldOnMicros: 7,
    releasedMicros: 0,
  });
  expect(sumsOfWork(released)).toEqual({
    works: 1,
    held: 1,
    editions: 0,
    released: 1,
    heldMicros: 105,
    soldOnMicros: 0,
    releasedMicros: 105,
  });
});

test('the sums follow each work that is added or changed', () => {
  const all = [bought, soldOn, released].reduce(addWork, noWorks);
  expect(all).toEqual({
    works: 3,
    held: 2,
    editions: 1,
    released: 1,
    heldMicros: 147,
    soldOnMicros: 7,
    releasedMicros: 105,
  });
  const later = { ...bought, holdings: [holding('dat', 40, true), holding('dat', 12, true)] };
  expect(changeWork(all, bought, later)).toEqual({
    works: 3,
    held: 1,
    editions: 0,
    released: 1,
    heldMicros: 105,
    soldOnMicros: 59,
    releasedMicros: 105,
  });
  const brought = { ...released, created: [part('dat', 200)] };
  expect(changeWork(all, released, brought)).toMatchObject({
    works: 3,
    held: 2,
    heldMicros: 242,
    releasedMicros: 200,
  });
  expect(changeWork(all, released, released)).toEqual(all);
});
