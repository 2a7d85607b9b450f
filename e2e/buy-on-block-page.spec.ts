import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import {
  expectPaid,
  figure,
  openBlock,
  openDialog,
  pay,
} from '@datchain/testing/browsers/purchase.ts';

const priceCents = 36;

test('[R-BLK-01] [R-BLK-07] [R-BLK-11] [R-CAL-01] [R-CAL-03] a fan buys tokens, and every open tab shows it without a reload', {
  tag: '@small',
}, async ({ page, context, anotherVisitor, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(priceCents, 100);
  await signIn(page, fan);
  const wallet = await context.newPage();
  await wallet.goto('/wallet');
  await expect(figure(wallet, 'Utility tokens (USD)')).toHaveText('$0.00');
  const [home, block] = [await anotherVisitor(), await anotherVisitor()];
  await home.goto('/home');
  const card = home.getByRole('link', { name: `Link ${blockId}` });
  await expect(card).toContainText('Available: 100');
  await openBlock(block, blockId);
  await expect(figure(block, 'Total Available')).toHaveText('100');
  const keptPages = [wallet, home, block];
  for (const kept of keptPages) await kept.evaluate(() => Object.assign(window, { kept: true }));

  await openBlock(page, blockId);
  await expect(figure(page, 'Price')).toHaveText('$0.36 per token');
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('Quantity')).toHaveValue('28');
  await dialog.getByLabel('Quantity').fill('30');
  await expect(dialog).toContainText('$10.80');
  const called = page.waitForRequest('**/createPaymentLinkDatTokenTesting');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const request = await called;
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toMatchObject({ data: { blockId, qty: 30 } });
  const headers = await request.allHeaders();
  expect(headers.authorization).toMatch(/^Bearer \S+/);
  expect(Object.keys(headers)).not.toContain('firebase-instance-id-token');
  expect(Object.keys(headers)).not.toContain('x-firebase-appcheck');

  await page.waitForURL(/\/c\/pay\//);
  await expect(figure(block, 'Total Available')).toHaveText('70');
  await expect(page.getByText('$10.80').first()).toBeVisible();
  await pay(page);
  await expectPaid(page, 30);

  await expect(card).toContainText('Available: 70');
  await expect(figure(wallet, 'Utility tokens (USD)')).toHaveText('$10.80');
  await expect(wallet.getByRole('row', { name: `Link ${blockId}` })).toContainText('30');
  for (const kept of keptPages) expect(await kept.evaluate(() => 'kept' in window)).toBe(true);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 30 }, cents: 1080 });
});
