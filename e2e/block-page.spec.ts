import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { buyButton, figure, openBlock } from '@datchain/testing/browsers/purchase.ts';

test('[R-BLK-11] [N-EXP-08] stock and the button follow other buyers without a reload', {
  tag: '@once',
}, async ({ page, market, newAccount }) => {
  const rival = await newAccount();
  const blockId = await market.newBlock(50, 60);
  await openBlock(page, blockId);
  const available = figure(page, 'Total Available');
  await expect(
    page.getByText(/cheapest first\. When a block is gone, the next one sells/),
  ).toBeVisible();
  await market.reserve(rival, { blockId, qty: 20 });
  await expect(available).toHaveText('40');
  const second = await market.reserve(rival, { blockId, qty: 40 });
  await expect(available).toHaveText('0');
  await expect(buyButton(page)).toBeDisabled();
  await market.cancel(rival, second.orderId);
  await expect(available).toHaveText('40');
  await expect(buyButton(page)).toBeEnabled();
});

test("[R-BLK-04] a block that does not exist shows 'Loading block data…'", {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/tdc/block/no-such-block');
  await expect(page.getByText('Loading block data…')).toBeVisible();
  // A block that never comes is explained, and the page leads to the other blocks.
  await expect(page.getByText('It may be sold out.')).toBeVisible({ timeout: 15_000 });
  await expect(buyButton(page)).toHaveCount(0);
});
