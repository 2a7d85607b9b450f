import { demoAccounts } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

test('a visitor sees the demo world, and a fan can log in', { tag: '@long' }, async ({
  page,
  logIn,
}) => {
  await page.goto('/dats');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await logIn(page, demoAccounts.fan);
  // On a phone it stands in the closed menu.
  await expect(page.locator('a[href="/wallet"]').first()).toBeAttached();
});
