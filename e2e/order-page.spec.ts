import { expect, test } from './support/fixtures.ts';
import { buyButton, expectPaid, openBlock } from './support/purchase.ts';

test("an order page shows no one another user's order, exactly as one that does not exist", {
  tag: '@small',
}, async ({ page, signIn, newAccount, market, consoleGuard }) => {
  consoleGuard.expect(/status of 404.*getOrderStatus/);
  const [fan, stranger] = [await newAccount(), await newAccount()];
  const blockId = await market.newBlock(50, 100);
  const { orderId } = await market.reserve(fan, { blockId, qty: 20 });
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText('Log in with the account that made this order')).toBeVisible();
  await signIn(page, stranger);
  const seen: string[] = [];
  for (const id of [orderId, 'no-such-order']) {
    await page.goto(`/orders/${id}`);
    await expect(page.getByRole('heading', { name: 'Order not found', level: 1 })).toBeVisible();
    seen.push(await page.locator('main').innerText());
  }
  expect(seen[0]).toBe(seen[1]);
});

test('[N-INP-13] the time left to pay is the server’s, on a device whose clock is an hour ahead', {
  tag: '@once',
}, async ({ page, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(36, 100);
  const { orderId } = await market.reserve(fan, { blockId, qty: 30 });
  await signIn(page, fan);
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
  });
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('heading', { name: 'Waiting for payment', level: 1 })).toBeVisible();
  await expect(page.locator('main')).toContainText(/Time left\s*\d+ minutes/);
  await expect(page.locator('main')).not.toContainText('has run out');
});

test('an order paid on another device becomes a receipt by itself', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(36, 100);
  const { orderId, url } = await market.reserve(fan, { blockId, qty: 30 });
  await signIn(page, fan);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('heading', { name: 'Waiting for payment', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay with Stripe' })).toHaveAttribute('href', url);
  await market.pay(url);
  await expectPaid(page, 30);
  const receipt = page.locator('main');
  for (const fact of [`Link ${blockId}`, '$0.36', '$10.80', orderId]) {
    await expect(receipt).toContainText(fact);
  }
  await expect(page.getByRole('link', { name: 'Pay with Stripe' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to wallet' }).click();
  await expect(page.getByRole('row', { name: `Link ${blockId}` })).toContainText('$10.80');
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 30 }, cents: 1080 });
});

test('an event that Stripe never sent changes nothing', { tag: ['@once', '@long'] }, async ({
  page,
  signIn,
  market,
  shopper,
}) => {
  const { fan, blockId } = shopper;
  const { orderId } = await market.reserve(fan, { blockId, qty: 20 });
  await signIn(page, fan);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('heading', { name: 'Waiting for payment', level: 1 })).toBeVisible();
  const object = { id: 'cs_test_forged', client_reference_id: orderId, payment_status: 'paid' };
  const event = { id: 'evt_forged', type: 'checkout.session.completed', data: { object } };
  for (const signature of ['', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]) {
    expect(await market.sendWebhook(event, signature)).toBe(400);
  }
  await page.reload();
  await expect(page.getByRole('link', { name: 'Pay with Stripe' })).toBeVisible();
  await market.expectBooks(fan.uid, { tokens: {}, cents: 0 });
});

test('[R-BLK-09] with three open orders a fourth is refused in the words of the server', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market, consoleGuard }) => {
  consoleGuard.expect(/status of 4\d\d.*createPaymentLink/);
  const fan = await newAccount();
  const blockId = await market.newBlock(50, 200);
  const orders = [];
  for (const qty of [20, 21, 22]) orders.push(await market.reserve(fan, { blockId, qty }));
  await signIn(page, fan);
  await openBlock(page, blockId);
  await buyButton(page).click();
  await page.getByLabel('Quantity').fill('30');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const failure = page.getByRole('dialog').getByRole('alert');
  await expect(failure).toHaveText('Finish or cancel your open orders first.');
  const way = page.getByRole('dialog').getByRole('link', { name: 'See your open orders' });
  await expect(way).toHaveAttribute('href', '/wallet');
  for (const { orderId } of orders.slice(1)) await market.cancel(fan, orderId);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/c\/pay\//);
});
