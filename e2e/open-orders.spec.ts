import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { expectPaid, goToPay, openBlock, pay } from './support/purchase.ts';

const openOrders = (page: Page): Locator =>
  page.getByRole('list', { name: 'Open orders' }).getByRole('listitem');

const order = (page: Page, text: string): Locator => openOrders(page).filter({ hasText: text });

test('an order started on one device is paid on another, and leaves both wallets by itself', {
  tag: ['@small', '@long'],
}, async ({ page, anotherVisitor, signIn, newAccount, market }) => {
  test.slow();
  const fan = await newAccount();
  const blockId = await market.newBlock(36, 100);
  await signIn(page, fan);
  await openBlock(page, blockId);
  await goToPay(page, 30);
  const { pathname } = new URL(page.url());

  const phone = await anotherVisitor();
  await signIn(phone, fan);
  await phone.goto('/wallet');
  const row = order(phone, `30 tokens of Link ${blockId}`);
  await expect(row).toContainText('Total$10.80');
  await expect(row).toContainText(/Pay until\d+ \w{3} \d{4}, \d\d:\d\d UTC/);
  await expectAccessible(phone, 'a wallet with an open order');

  await page.goto('/wallet');
  await expect(openOrders(page)).toHaveCount(1);
  await row.getByRole('button', { name: /^Continue to payment/ }).click();
  await phone.waitForURL(/\/c\/pay\//);
  expect(new URL(phone.url()).pathname).toBe(pathname);
  await pay(phone);
  await expectPaid(phone, 30);

  await expect(openOrders(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: `Link ${blockId}` })).toContainText('$10.80');
  await phone.getByRole('link', { name: 'Go to wallet' }).click();
  await expect(phone.getByRole('row', { name: `Link ${blockId}` })).toContainText('$10.80');
  await expect(openOrders(phone)).toHaveCount(0);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 30 }, cents: 1080 });
});

test('by keyboard orders are cancelled one after the other; each leaves the other device too', {
  tag: '@long',
}, async ({ page, anotherVisitor, signIn, market, shopper }) => {
  test.slow();
  const { fan, blockId } = shopper;
  for (const qty of [20, 21]) await market.reserve(fan, { blockId, qty });
  const phone = await anotherVisitor();
  for (const device of [page, phone]) {
    await signIn(device, fan);
    await device.goto('/wallet');
    await expect(openOrders(device)).toHaveCount(2);
  }

  await order(page, '20 tokens')
    .getByRole('button', { name: /^Cancel/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The order is cancelled. 20 tokens went back on sale')).toBeVisible();
  await expect(openOrders(page)).toHaveCount(1);
  await expect(openOrders(phone)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Open orders' })).toBeFocused();

  // From its heading on: the order's name, its payment, its cancellation.
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(openOrders(page)).toHaveCount(0);
  await expect(openOrders(phone)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await expect(phone.getByText("You don't own any DAT tokens or DATS yet.")).toBeVisible();
  expect(await market.openOrdersOf(fan.uid)).toEqual([]);
  await market.expectBooks(fan.uid, { tokens: {}, cents: 0 });
});

test('an order that is cancelled under the press leads to what became of it', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, market, shopper }) => {
  const { fan, blockId } = shopper;
  const { orderId } = await market.reserve(fan, { blockId, qty: 20 });
  await signIn(page, fan);
  await page.goto('/wallet');
  const row = order(page, '20 tokens');
  await expect(row.getByRole('link')).toHaveAttribute('href', `/orders/${orderId}`);
  await page.route('**/getOrderStatus', async (route) => {
    await market.cancel(fan, orderId);
    await route.continue();
  });
  await row.getByRole('button', { name: /^Continue to payment/ }).click();
  await expect(page).toHaveURL(`/orders/${orderId}`);
  await expect(page.getByRole('heading', { name: 'Order closed', level: 1 })).toBeVisible();
});

test('what the server says of an order that it cannot give up is shown, and the order stays', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, market, consoleGuard, shopper }) => {
  consoleGuard.expect(/500.*cancelOrder/);
  const { fan, blockId } = shopper;
  await market.reserve(fan, { blockId, qty: 20 });
  await signIn(page, fan);
  await page.goto('/wallet');
  const cancel = order(page, '20 tokens').getByRole('button', { name: /^Cancel/ });
  const message = 'The order could not be cancelled. Try again.';
  await page.route('**/cancelOrder', (route) =>
    route.fulfill({ status: 500, json: { error: { status: 'INTERNAL', message } } }),
  );
  await cancel.click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(cancel).toBeEnabled();
  await page.unroute('**/cancelOrder');
  await cancel.click();
  await expect(openOrders(page)).toHaveCount(0);
});

test('a stranger has no open orders but their own', { tag: ['@once', '@long'] }, async ({
  page,
  signIn,
  newAccount,
  market,
}) => {
  const [fan, stranger] = [await newAccount(), await newAccount()];
  const blockId = await market.newBlock(50, 100);
  await market.reserve(fan, { blockId, qty: 20 });
  await market.reserve(stranger, { blockId, qty: 31 });
  await signIn(page, stranger);
  await page.goto('/wallet');
  await expect(order(page, '31 tokens')).toBeVisible();
  await expect(openOrders(page)).toHaveCount(1);
});
