import { expect, test } from './support/fixtures.ts';
import {
  buyButton,
  expectPaid,
  expectReset,
  figure,
  goToPay,
  openBlock,
  pay,
} from './support/purchase.ts';

test.use({
  // Playwright turns the back/forward cache off; people's browsers have it.
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use, { project }) => {
      const ignoreDefaultArgs = ['--disable-back-forward-cache'];
      await use({ ...project.use.launchOptions, ignoreDefaultArgs });
    },
    { scope: 'worker' },
  ],
});

test('[R-BLK-08] @once a page kept by the browser is reset, and its order can still be paid', async ({
  page,
  signIn,
  newAccount,
  market,
  consoleGuard,
}) => {
  consoleGuard.expect(/WebSocket connection .* Page entered Back-Forward Cache/);
  const fan = await newAccount();
  const blockId = await market.newBlock(50, 100);
  await signIn(page, fan);
  await openBlock(page, blockId);
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
  });
  await goToPay(page, 25);
  await page.goBack({ waitUntil: 'commit' });
  await expectReset(page);
  expect(await page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true);
  await expect(figure(page, 'Total Available')).toHaveText('75');

  await page.getByRole('link', { name: 'See the order' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Pay with Stripe' }).click();
  await pay(page);
  await expectPaid(page, 25);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 25 }, cents: 1250 });
});

test('[R-BLK-08] [R-HOM-05] @once /home kept by the browser is reset too', async ({
  page,
  signIn,
  newAccount,
  market,
}) => {
  const fan = await newAccount();
  await signIn(page, fan);
  await expect(buyButton(page)).toBeEnabled();
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
  });
  await goToPay(page);
  await page.goBack({ waitUntil: 'commit' });
  await expectReset(page);
  expect(await page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true);
  expect(await market.openOrdersOf(fan.uid)).toHaveLength(1);
});
