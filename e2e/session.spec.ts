import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { logOut, menuEntries, pressMenu } from '@datchain/testing/browsers/menu.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';

const signedOutMenu = ['TOKENS', 'DATS', 'ABOUT', 'LOG IN'];

test('[R-NAV-04] logging out ends the session for good, in every tab', {
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

test('[R-SES-02] another user in the same browser never sees the figures of the first', {
  tag: '@once',
}, async ({ page, context, logIn, newAccount, market }) => {
  const [first, second] = [await newAccount(), await newAccount()];
  const blockId = await market.newBlock(50, 100);
  await market.buy(first, { blockId, qty: 40 });
  await market.buy(second, { blockId, qty: 30 });
  await logIn(page, first);
  const wallet = await context.newPage();
  await wallet.goto('/wallet');
  const total = figure(wallet, 'Utility tokens (USD)');
  await expect(total).toHaveText('$20.00');
  // From here on every text the tab ever shows is kept.
  await wallet.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { seen });
  });

  await logOut(page);
  await expect(wallet.getByText('Log in to see your tokens')).toBeVisible();
  await logIn(page, second);
  await expect(total).toHaveText('$15.00');
  const seen: string[] = await wallet.evaluate(() => Reflect.get(window, 'seen'));
  const leftAt = seen.findIndex((text) => text.includes('Log in to see your tokens'));
  const afterwards = seen.slice(leftAt);
  expect(afterwards.some((text) => text.includes('$15.00'))).toBe(true);
  expect(afterwards.filter((text) => text.includes('$20.00'))).toEqual([]);
});
