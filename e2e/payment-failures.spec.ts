import { expect, test } from './support/fixtures.ts';
import {
  buyButton,
  expectPaid,
  figure,
  openBlock,
  openDialog,
  overlay,
  pay,
  purchaseDialog,
} from './support/purchase.ts';

for (const [what, kind] of [
  ['does not answer', 'reset'],
  ['answers with errors', '500'],
] as const) {
  test(`[R-BLK-09] [R-BLK-14] while Stripe ${what} the purchase fails in place, and the next try works`, {
    tag: ['@once', '@long'],
  }, async ({ page, signIn, market, consoleGuard, shopper }) => {
    consoleGuard.expect(/status of 500.*createPaymentLink/);
    const { fan, blockId } = shopper;
    await signIn(page, fan);
    await openBlock(page, blockId);
    const dialog = await openDialog(page);
    const mend = await market.breakStripe(kind);
    for (let attempt = 1; attempt <= 2; attempt++) {
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('Purchase failed');
      await expect(overlay(page)).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled();
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    }

    await mend();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL(/\/c\/pay\//);
    expect(await market.openOrdersOf(fan.uid)).toHaveLength(1);
    await pay(page);
    await expectPaid(page, 20);
    await page.getByRole('link', { name: `Back to Link ${blockId}` }).click();
    await expect(figure(page, 'Total Available')).toHaveText('80');
    await market.expectBooks(fan.uid, { tokens: { [blockId]: 20 }, cents: 1000 });
  });
}

test('[R-BLK-09] [R-BLK-14] while the server is down the purchase fails in place, and the next try works', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, market, stack, consoleGuard, shopper }) => {
  consoleGuard.expect(/(Failed to load resource|CORS policy).*createPaymentLink/);
  consoleGuard.expect(/createPaymentLink.*CORS policy/);
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  const dialog = await openDialog(page);
  await stack.killFunctions();
  try {
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Purchase failed');
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  } finally {
    await stack.startFunctions();
  }
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/c\/pay\//);
  await pay(page);
  await expectPaid(page, 20);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 20 }, cents: 1000 });
});

test("[R-BLK-09] an answer without a link says 'Stripe link not returned', and the next try works", {
  tag: ['@once', '@long'],
}, async ({ page, signIn, shopper }) => {
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  const dialog = await openDialog(page);
  // The real server never answers so.
  const link = '**/createPaymentLinkDatTokenTesting';
  await page.route(link, (route) => route.fulfill({ json: { result: {} } }), { times: 1 });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Stripe link not returned');
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/c\/pay\//);
});

test('[R-BLK-03] [R-BLK-12] while Stripe does not answer the page is blocked, until the tab is seen again', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, market, consoleGuard, shopper }) => {
  consoleGuard.expect(/status of 500.*createPaymentLink/);
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  const dialog = await openDialog(page);
  await market.breakStripe('hang');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(overlay(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(overlay(page)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Confirm', includeHidden: true })).toBeDisabled();
  // Under Playwright every tab counts as visible, so the browser's word is said for it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(overlay(page)).toHaveCount(0);
  await expect(purchaseDialog(page)).toHaveCount(0);
  await expect(buyButton(page)).toBeEnabled();
});
