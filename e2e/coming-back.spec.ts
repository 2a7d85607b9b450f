import { expect, test } from './support/fixtures.ts';
import {
  buyButton,
  expectReset,
  goToPay,
  openBlock,
  openDialog,
  orderIdIn,
  purchaseDialog,
  unfinishedNotice,
} from './support/purchase.ts';

test('[R-BLK-13] a page loaded again with a redirect marker is reset and names the order, once', {
  tag: '@long',
}, async ({ page, signIn, market, shopper }) => {
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  await goToPay(page, 25);
  await page.goBack();
  await expectReset(page);
  const order = await page.getByRole('link', { name: 'See the order' }).getAttribute('href');
  await page.reload();
  await expect(buyButton(page)).toBeEnabled();
  await expect(unfinishedNotice(page)).toHaveCount(0);

  // The same again is the same order, not a second one.
  await goToPay(page, 25);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(/\/orders\//);
  expect(`/orders/${orderIdIn(page)}`).toBe(order);
  expect(await market.ordersOf(fan.uid)).toBe(1);
});

test('[R-BLK-12] the modal is reset when the tab becomes visible again', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market }) => {
  const blockId = await market.newBlock(50, 100);
  await signIn(page, await newAccount());
  await openBlock(page, blockId);
  await openDialog(page);
  // Under Playwright every tab counts as visible, so the browser's word is said for it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(purchaseDialog(page)).toHaveCount(0);
  await expect(buyButton(page)).toBeEnabled();
});
