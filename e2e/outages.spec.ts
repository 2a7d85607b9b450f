import { expect, test } from './support/fixtures.ts';
import { expectPaid, goToPay, openBlock, orderIdIn } from './support/purchase.ts';

const minutes = 60_000;

test('a payment made while the functions are dead is settled after their restart', {
  tag: ['@once', '@long'],
}, async ({ page, context, signIn, market, stack, consoleGuard, shopper }) => {
  consoleGuard.expect(/Failed to load resource.*getOrderStatus/);
  consoleGuard.expect(/getOrderStatus.*blocked by CORS policy/);
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  await goToPay(page, 20);
  const [orderId = ''] = await market.openOrdersOf(fan.uid);
  const watching = await context.newPage();
  await watching.goto(`/orders/${orderId}`);
  await expect(watching.getByRole('heading', { name: 'Waiting for payment' })).toBeVisible();

  await stack.killFunctions();
  try {
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.waitForURL(/\/orders\//);
    await expect(page.getByText('The order could not be loaded. Trying again.')).toBeVisible();
    await expect(watching.getByText('The server is not responding. Trying again.')).toBeVisible();
  } finally {
    await stack.startFunctions();
  }
  await expectPaid(page, 20);
  await expectPaid(watching, 20);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 20 }, cents: 1000 });
});

test('an order that no one paid in time is closed, its page and payment page say so', {
  tag: ['@once', '@long'],
}, async ({ page, context, signIn, market, stack, shopper }) => {
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  await goToPay(page, 20);
  const paymentUrl = page.url();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for payment' })).toBeVisible();
  const orderId = orderIdIn(page);
  const block = await context.newPage();
  await openBlock(block, blockId);
  await expect(block.getByText('80', { exact: true })).toBeVisible();
  const wallet = await context.newPage();
  await wallet.goto('/wallet');
  const openOrders = wallet.getByRole('list', { name: 'Open orders' });
  await expect(openOrders).toContainText(`20 tokens of Link ${blockId}`);

  await market.shiftClock(34 * minutes);
  await stack.runScheduled('expireOrdersJob');
  await expect(page.getByRole('heading', { name: 'Order closed', level: 1 })).toBeVisible();
  await expect(page.getByText('its time ran out')).toBeVisible();
  await expect(block.getByText('100', { exact: true }).first()).toBeVisible();
  await expect(openOrders).toHaveCount(0);

  const payment = await context.newPage();
  await payment.goto(paymentUrl);
  await expect(payment.getByText('This payment page has expired').first()).toBeVisible();
  await payment.getByRole('link', { name: /^Back to/ }).click();
  await payment.waitForURL(`**/orders/${orderId}**`);
  await expect(payment.getByRole('heading', { name: 'Order closed', level: 1 })).toBeVisible();
  await market.expectBooks(fan.uid, { tokens: {}, cents: 0 });
});
