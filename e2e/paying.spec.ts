import { expect, test } from './support/fixtures.ts';
import {
  expectPaid,
  figure,
  goToPay,
  openBlock,
  openDialog,
  orderIdIn,
  pay,
} from './support/purchase.ts';

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

test('[R-BLK-07] a declined card charges nothing, and the same page can be paid', {
  tag: '@long',
}, async ({ page, signIn, market, shopper }) => {
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  await goToPay(page, 20);
  await page.getByRole('button', { name: 'Decline the card' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await pay(page);
  await expectPaid(page, 20);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 20 }, cents: 1000 });
});

test('[R-BLK-07] an order whose tab was closed is paid later from its own page', {
  tag: ['@once', '@long'],
}, async ({ page, context, signIn, market, shopper }) => {
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  const tab = await context.newPage();
  await openBlock(tab, blockId);
  await goToPay(tab, 20);
  await tab.close();
  const [orderId = ''] = await market.openOrdersOf(fan.uid);

  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('heading', { name: 'Waiting for payment', level: 1 })).toBeVisible();
  await expect(page.getByText('20 tokens are kept for you')).toBeVisible();
  await page.getByRole('link', { name: 'Pay with Stripe' }).click();
  await pay(page);
  expect(orderIdIn(page)).toBe(orderId);
  await expectPaid(page, 20);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 20 }, cents: 1000 });
});

test('[R-BLK-07] an order paid in a second tab is paid once, and the first tab says so', {
  tag: ['@once', '@long'],
}, async ({ page, context, signIn, market, shopper }) => {
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  await goToPay(page, 20);
  const [second, third] = [await context.newPage(), await context.newPage()];
  await second.goto(page.url());
  await second.getByRole('button', { name: 'Cancel' }).click();
  await second.waitForURL(/\/orders\//);
  await expect(second.getByText('You left Stripe without paying.')).toBeVisible();
  await third.goto(page.url());
  await pay(third);
  await expectPaid(third, 20);
  // The order page of the second tab says it by itself; the payment page of the first pays nothing.
  await expectPaid(second, 20);
  await pay(page);
  await expectPaid(page, 20);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 20 }, cents: 1000 });
});

test('[R-BLK-07] pressing Confirm twice opens one order', { tag: ['@once', '@long'] }, async ({
  page,
  signIn,
  market,
  shopper,
}) => {
  const { fan, blockId } = shopper;
  await signIn(page, fan);
  await openBlock(page, blockId);
  const dialog = await openDialog(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/createPaymentLink/.test(request.url()) && request.method() === 'POST') {
      calls.push(request.url());
    }
  });
  await dialog.getByRole('button', { name: 'Confirm' }).dblclick();
  await page.waitForURL(/\/c\/pay\//);
  expect(calls).toHaveLength(1);
  expect(await market.ordersOf(fan.uid)).toBe(1);
  await pay(page);
  await expectPaid(page, 20);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 20 }, cents: 1000 });
});

test('[R-BLK-11] two people after the last tokens: one gets them, the other is told', {
  tag: ['@once', '@long'],
}, async ({ page, anotherVisitor, signIn, newAccount, market }) => {
  const [fan, rival] = [await newAccount(), await newAccount()];
  const blockId = await market.newBlock(50, 20);
  const rivalPage = await anotherVisitor();
  for (const [each, account] of [
    [page, fan],
    [rivalPage, rival],
  ] as const) {
    await signIn(each, account);
    await openBlock(each, blockId);
    await openDialog(each);
  }
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/c\/pay\//);
  const told = rivalPage.getByText('Only 0 tokens remain in this block');
  await expect(told).toBeVisible();
  await pay(page);
  await expectPaid(page, 20);
  await rivalPage.getByRole('button', { name: 'Cancel' }).click();
  await expect(rivalPage.getByText('Sold out.')).toBeVisible();
  expect(await market.ordersOf(rival.uid)).toBe(0);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 20 }, cents: 1000 });
});
