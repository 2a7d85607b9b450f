import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { expectPaid, openDialog, pay } from '@datchain/testing/browsers/purchase.ts';
import type { Page } from '@playwright/test';

/** A price below any block of the demo world, so that the block of the test is the cheapest. */
const priceCents = 20;

const card = (page: Page, blockId: string) => page.getByRole('link', { name: `Link ${blockId}` });

async function openHome(page: Page, blockId: string, available: string): Promise<void> {
  await page.goto('/home');
  await expect(card(page, blockId)).toContainText(`Available: ${available}`);
  await expect(card(page, blockId)).toContainText('Sells first');
}

const paymentCall = (page: Page) => page.waitForRequest('**/createPaymentLinkDatTokenTesting');

test('[R-HOM-05] [R-BLK-06] a fan buys on /home from the cheapest block', {
  tag: '@small',
}, async ({ page, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(priceCents, 1000);
  await signIn(page, fan);
  await openHome(page, blockId, '1,000');
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('Quantity')).toHaveValue('125');
  await expect(dialog.getByText('Minimum purchase is $25 (~125 tokens)')).toBeVisible();
  await dialog.getByLabel('Quantity').fill('130');
  const called = paymentCall(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect((await called).postDataJSON()).toEqual({
    data: { blockId, qty: 130, variant: 'marketplace' },
  });
  await page.waitForURL(/\/c\/pay\//);
  await pay(page);
  await expectPaid(page, 130);
  await page.goto('/home');
  await expect(card(page, blockId)).toContainText('Available: 870');
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 130 }, cents: 2600 });
});
