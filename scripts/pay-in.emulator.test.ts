import { services } from '@datchain/functions/services.ts';
import { market } from '@datchain/testing/server/market.ts';
import { runOften } from '@datchain/testing/server/run-script.ts';
import { expect, test } from 'vitest';

const m = market();

test('[N-FIG-04] a payment of the owner is recorded once for each reference, and bad amounts are refused', async () => {
  const platform = async () => (await services().guards.books()).platformMicros;
  const before = await platform();
  const payIn = (...args: string[]) => runOften('pay-in', args);
  const recorded = {
    code: 0,
    output: '$12.34 paid in by the shop owner: entry paid-in:top-up-9.\n',
  };
  expect(await payIn('--usd', '12.34', '--reference', 'top-up-9')).toEqual(recorded);
  expect(await payIn('--usd', '12.34', '--reference', 'top-up-9')).toEqual(recorded);
  for (const usd of ['0', '1.234', '1e3', 'ten', '']) {
    const { code, output } = await payIn('--usd', usd, '--reference', 'x');
    expect([code, output]).toEqual([1, 'Give --usd, such as --usd 250.00.\n']);
  }
  expect((await payIn('--usd', '-5', '--reference', 'x')).code).toBe(1);
  expect((await payIn('--usd', '1', '--reference', 'two words')).code).toBe(1);
  expect((await platform()) - before).toBe(12_340_000);
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});
