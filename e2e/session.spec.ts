import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { menuEntries, pressMenu } from '@datchain/testing/browsers/menu.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';

const signedOutMenu = ['TOKENS', 'DATS', 'ABOUT', 'LOG IN'];

test('[R-NAV-04] logging out ends the session permanently, in every tab', {
  tag: '@once',
}, async ({ page, context, logIn }) => {
  await logIn(page, demoAccounts.fan);
  const otherTab = await context.newPage();
  await otherTab.goto('/wallet');
  await expect(figure(otherTab, 'Utility tokens (USD)')).toBeVisible();
  await page.goto('/wallet');
  await pressMenu(page, 'LOG OUT');
  await page.waitForURL('**/home');
  expect(await menuEntries(page)).toEqual(signedOutMenu);
  await expect(otherTab.getByText('Log in to see your tokens')).toBeVisible();
  expect(await menuEntries(otherTab)).toEqual(signedOutMenu);
  await page.reload();
  expect(await menuEntries(page)).toEqual(signedOutMenu);
  await page.goto('/wallet');
  await expect(page.getByText('Log in to see your tokens')).toBeVisible();
  await expect(figure(page, 'Utility tokens (USD)')).toHaveCount(0);
});
