import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import {
  backForwardCache,
  goBackToKept,
  keptComplaint,
  watchKept,
} from '@datchain/testing/browsers/kept-pages.ts';
import {
  expectPaid,
  expectReset,
  figure,
  goToPay,
  openBlock,
  pay,
} from '@datchain/testing/browsers/purchase.ts';

test.use(backForwardCache);

test('[R-BLK-08] a page kept by the browser is reset, and its order can still be paid', {
  tag: '@once',
}, async ({ page, logIn, market, consoleGuard, shopper }) => {
  consoleGuard.expect(keptComplaint);
  const { fan, blockId } = shopper;
  await logIn(page, fan);
  await openBlock(page, blockId);
  await watchKept(page);
  await goToPay(page, 25);
  await goBackToKept(page);
  await expectReset(page);
  await expect(figure(page, 'Total Available')).toHaveText('75');

  await page.getByRole('link', { name: 'See the order' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Pay with Stripe' }).click();
  await pay(page);
  await expectPaid(page, 25);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 25 }, cents: 1250 });
});
