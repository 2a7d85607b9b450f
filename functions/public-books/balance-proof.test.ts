import { isPartOf } from '@datchain/shared/domain/public-books/balance-tree.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { expect, test } from 'vitest';
import type { Services } from '../services.ts';
import { aPlatform, FIRST, MINUTE } from '../testing/a-platform.ts';
import { proveBalance } from './balance-proof.ts';
import { sha256 } from './close-days.ts';

test('a proof is whole although the day it began with is replaced, and its balances go, meanwhile', async () => {
  const platform = aPlatform();
  const { bookDays } = platform;
  platform.earn('one', FIRST, 100);
  await platform.run(FIRST + MINUTE);
  let isFirst = true;
  const slow: Services['bookDays'] = {
    ...bookDays,
    async balancesOf(generation) {
      if (isFirst) {
        isFirst = false;
        for (const minute of [2, 3]) {
          platform.earn(`at ${minute}`, FIRST + minute * MINUTE, 7, 'bo');
          await platform.run(FIRST + minute * MINUTE);
        }
      }
      return bookDays.balancesOf(generation);
    },
  };
  const proved = await proveBalance({ bookDays: slow } as Services, 'ana');
  if (isRefusal(proved) || !proved.proof) throw new Error('There is no proof.');
  const latest = await bookDays.latest();
  expect(proved.root).toEqual(latest?.balances);
  const { leaf, steps } = proved.proof;
  expect(await isPartOf(proved.root, { leaf: { uid: 'ana', ...leaf }, steps }, sha256)).toBe(true);
});

test('balances that are not those of their day are no proof', async () => {
  const { bookDays, earn, run } = aPlatform();
  earn('one', FIRST, 100);
  await run(FIRST + MINUTE);
  const broken = { ...bookDays, balancesOf: async () => [] };
  const proving = proveBalance({ bookDays: broken } as unknown as Services, 'ana');
  await expect(proving).rejects.toThrow('balances');
});
