import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { watchShifts } from '@datchain/testing/browsers/shifts.ts';

test('nothing on /verify moves while the log is read', { tag: '@small' }, async ({ page }) => {
  const shifts = await watchShifts(page);
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/tlog/policy', async (route) => {
    await seen;
    await route.continue();
  });
  await page.goto('/verify');
  await expect(page.getByText('The log is being read.')).toBeVisible();
  goOn();
  await expect(page.getByText('This browser sees the log for the first time')).toBeVisible();
  await expect(page.getByText(/lines, signed by us\. Nobody else has signed yet\./)).toBeVisible();
  expect(await shifts()).toEqual([]);
});
