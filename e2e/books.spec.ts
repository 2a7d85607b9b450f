import type { Page } from '@playwright/test';
import { demoAccounts } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

const verdict = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);

test('a user finds their own coins in the published list, in the browser', async ({
  page,
  signIn,
}) => {
  await signIn(page, demoAccounts.artist);
  await page.goto('/wallet');
  await page.getByRole('link', { name: 'Proof' }).click();
  await expect(verdict(page, 'Your balance is part of the total.')).toBeVisible();
  await expectAccessible(page, 'proof');
});
