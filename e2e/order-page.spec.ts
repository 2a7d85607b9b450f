import { expect, test } from '@datchain/testing/browsers/fixtures.ts';

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
