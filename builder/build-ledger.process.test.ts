import { expect, test } from 'vitest';
import { drawersFor, LedgerBuilder } from './build-ledger.ts';

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
