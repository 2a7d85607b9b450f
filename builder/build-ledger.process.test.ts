import { expect, test } from 'vitest';
import type { PageGroup } from '../ledger/src/plan.ts';
import { drawersFor, LedgerBuilder, partOf } from './build-ledger.ts';

const processes = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;

test('unused drawing processes end with the builder', async () => {
  const works = 1_000;
  const builder = new LedgerBuilder(process.env);
  builder.expect(works);
  await expect.poll(processes, { timeout: 60_000 }).toBe(drawersFor(works));
  builder.expect(works);
  await new Promise(setImmediate);
  expect(processes()).toBe(drawersFor(works));
  await builder.close();
  await expect.poll(processes).toBe(0);
});

test.each([0, 1, 49, 50, 151, 1_000])(
  'a plan of %d groups is split without losing or repeating a group',
  (count) => {
    const plan = Array.from(
      { length: count },
      (_, number): PageGroup => ({ props: { number }, pages: [] }),
    );
    const parts = [0, 1, 2].flatMap((number) => partOf(plan, { number, of: 3 }));
    expect(new Set(parts)).toEqual(new Set(plan));
    expect(parts).toHaveLength(count);
  },
);
