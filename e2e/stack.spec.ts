import { demoAccounts } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

test('a visitor sees the demo world, and a fan can log in', async ({ page, signIn }) => {
  await page.goto('/dats');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await signIn(page, demoAccounts.fan);
  // On a phone it stands in the closed menu.
  await expect(page.locator('a[href="/wallet"]').first()).toBeAttached();
});
