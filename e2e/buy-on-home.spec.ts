import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import {
  buyButton,
  expectPaid,
  expectReset,
  goToPay,
  openDialog,
  orderIdIn,
  pay,
  purchaseDialog,
} from './support/purchase.ts';

/** Less than any block of the demo world costs, so that the block of the test is the cheapest. */
const priceCents = 20;

const card = (page: Page, blockId: string) => page.getByRole('link', { name: `Link ${blockId}` });

/** Opens /home and waits until its live figures include the block. */
async function openHome(page: Page, blockId: string, available: string): Promise<void> {
  await page.goto('/home');
  await expect(card(page, blockId)).toContainText(`Available: ${available}`);
  await expect(card(page, blockId)).toContainText('Sells first');
}

const paymentCall = (page: Page) => page.waitForRequest('**/createPaymentLinkDatTokenTesting');

test('[R-HOM-05] [R-BLK-06] a fan buys on /home from the cheapest block', {
  tag: '@small',
}, async ({ page, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(priceCents, 1000);
  await signIn(page, fan);
  await openHome(page, blockId, '1,000');
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('Quantity')).toHaveValue('125');
  await expect(dialog.getByText('Minimum purchase is $25 (~125 tokens)')).toBeVisible();
  await dialog.getByLabel('Quantity').fill('130');
  const called = paymentCall(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect((await called).postDataJSON()).toEqual({
    data: { blockId, qty: 130, variant: 'marketplace' },
  });
  await page.waitForURL(/\/c\/pay\//);
  await pay(page);
  await expectPaid(page, 130);
  await page.goto('/home');
  await expect(card(page, blockId)).toContainText('Available: 870');
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 130 }, cents: 2600 });
});
test('[R-BLK-06] the marketplace refuses with its own sentences', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(priceCents, 200);
  await signIn(page, fan);
  await openHome(page, blockId, '200');
  const dialog = await openDialog(page);
  const quantity = dialog.getByLabel('Quantity');
  for (const [typed, sentence] of [
    ['0', 'Enter a positive number'],
    ['-1', 'Enter a positive number'],
    ['12.5', 'Enter a positive number'],
    ['', 'Enter a positive number'],
    ['201', 'Only 200 tokens remain in this block'],
    ['124', 'Minimum purchase is $25 (~125 tokens)'],
  ] as const) {
    await quantity.press('Control+a');
    await quantity.press('Delete');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(dialog.locator('.field-error'), typed).toHaveText(sentence);
    await quantity.fill('150');
    await expect(dialog.locator('.field-error'), typed).toHaveCount(0);
  }
  expect(await market.ordersOf(fan.uid)).toBe(0);
});

test('[R-BLK-10] with less than $25 left there is no minimum, with exactly $25 there is', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market }) => {
  const [fan, rival] = [await newAccount(), await newAccount()];
  const blockId = await market.newBlock(priceCents, 175);
  await market.reserve(rival, { blockId, qty: 50 });
  await signIn(page, fan);
  await openHome(page, blockId, '125');
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('Quantity')).toHaveValue('125');
  await dialog.getByLabel('Quantity').fill('124');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Minimum purchase is $25 (~125 tokens)')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await market.reserve(rival, { blockId, qty: 51 });
  await expect(card(page, blockId)).toContainText('Available: 74');
  await openDialog(page);
  await expect(dialog.getByLabel('Quantity')).toHaveValue('3');
  await expect(dialog.getByText('No minimum – less than $25 remains in this block')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/c\/pay\//);
  await pay(page);
  await expectPaid(page, 3);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 3 }, cents: 60 });
});

test('[R-HOM-05] when the cheapest block sells out while the modal is open, the next one is bought from', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market }) => {
  const [fan, rival] = [await newAccount(), await newAccount()];
  const next = await market.newBlock(priceCents + 5, 1000);
  const cheapest = await market.newBlock(priceCents, 140);
  await signIn(page, fan);
  await openHome(page, cheapest, '140');
  const dialog = await openDialog(page);
  await dialog.getByLabel('Quantity').fill('130');
  await expect(dialog).toContainText('$26.00');
  await market.reserve(rival, { blockId: cheapest, qty: 140 });
  await expect(dialog).toContainText('$32.50');
  await expect(card(page, cheapest)).toHaveCount(0);
  await expect(card(page, next)).toContainText('Sells first');
  const called = paymentCall(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect((await called).postDataJSON().data).toMatchObject({ blockId: next, qty: 130 });
  await page.waitForURL(/\/c\/pay\//);
  await pay(page);
  await expectPaid(page, 130);
  await market.expectBooks(fan.uid, { tokens: { [next]: 130 }, cents: 3250 });
});

test('[R-HOM-05] a last token too cheap for a card payment does not hold up the marketplace', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const rest = await market.newBlock(priceCents, 1);
  const blockId = await market.newBlock(priceCents + 5, 1000);
  await signIn(page, fan);
  await openHome(page, blockId, '1,000');
  await expect(card(page, rest)).toContainText('Available: 1');
  await openDialog(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/c\/pay\//);
  await pay(page);
  await expectPaid(page, 100);
  await market.expectBooks(fan.uid, { tokens: { [blockId]: 100 }, cents: 2500 });
});

test('[R-BLK-09] [R-BLK-14] [R-HOM-05] a failed purchase on /home says so, and the next try works', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market, consoleGuard }) => {
  consoleGuard.expect(/status of 500.*createPaymentLink/);
  const fan = await newAccount();
  const blockId = await market.newBlock(priceCents, 1000);
  await signIn(page, fan);
  await openHome(page, blockId, '1,000');
  const dialog = await openDialog(page);
  const mend = await market.breakStripe('reset');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Purchase failed');
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  await mend();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/c\/pay\//);
  expect(await market.ordersOf(fan.uid)).toBe(1);
});

test('[R-BLK-13] [R-HOM-05] /home is reset after the way to the payment page, and names the order', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(priceCents, 1000);
  await signIn(page, fan);
  await openHome(page, blockId, '1,000');
  await goToPay(page);
  await page.goBack();
  await expectReset(page);
  await page.getByRole('link', { name: 'See the order' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for payment' })).toBeVisible();
  expect(await market.openOrdersOf(fan.uid)).toEqual([orderIdIn(page)]);
});

test('[R-BLK-12] [R-HOM-05] /home closes the modal when the tab becomes visible again', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, market }) => {
  const blockId = await market.newBlock(priceCents, 1000);
  await signIn(page, await newAccount());
  await openHome(page, blockId, '1,000');
  await openDialog(page);
  // Under Playwright every tab counts as visible, so the browser's word is said for it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(purchaseDialog(page)).toHaveCount(0);
  await expect(buyButton(page)).toBeEnabled();
});
