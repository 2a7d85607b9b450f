import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { figure, goToPay, openBlock } from '@datchain/testing/browsers/purchase.ts';

test('[R-BLK-07] cancelling on the payment page keeps the tokens until the order is cancelled', {
  tag: '@small',
}, async ({ page, signIn, market, shopper }) => {
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  await goToPay(page, 30);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(/\/orders\//);
  await expect(page.getByRole('heading', { name: 'Waiting for payment', level: 1 })).toBeVisible();
  await expect(
    page.getByText('You left Stripe without paying. Nothing was charged.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('heading', { name: 'Order closed', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: `Back to Link ${blockId}` }).click();
  await expect(figure(page, 'Total Available')).toHaveText('100');
  await market.expectBooks(fan.uid, { tokens: {}, cents: 0 });
});
