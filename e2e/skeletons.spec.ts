import { purchaseEdition } from '@datchain/shared/contracts/calls.ts';
import type { Page } from '@playwright/test';
import { demoAccounts } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { callAs } from './support/calls.ts';
import { giveEarnings, leaveForm } from './support/earnings.ts';
import { giveTokens, nameAccount, releaseDat } from './support/editions.ts';
import { expect, test } from './support/fixtures.ts';

/** Holds back what goes to these addresses; returns what lets it all go. */
async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}

/** Where each of these stands below the first of them, and how high it is. */
const boxes = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((all) => {
    const first = all[0]?.getBoundingClientRect().top ?? 0;
    return all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return `${Math.round(top - first)} ${Math.round(height)}`;
    });
  });

test('[R-CSH-01] the cash-out page is drawn in the boxes that the payout form then fills', {
  tag: '@long',
}, async ({ page, stack, market, newAccount, signIn }) => {
  const fan = await newAccount();
  await giveEarnings(fan, { 9: 40 });
  await leaveForm({ stack, market }, fan, 'enabled');
  await signIn(page, fan);
  const letGo = await holdBack(page, /\/(getPayoutQuote|createOrRetrieveAccount)$/);
  await page.goto('/cashout');
  await expect(page.getByRole('main')).toContainText('Loading…');
  const parts = '.metric-row, .cashout-form > *, .cashout-form .fact-list > div';
  await expect(page.locator('.cashout-form')).toBeVisible();
  const expected = await boxes(page, parts);
  await expectAccessible(page, 'the cash-out page on its way');
  letGo();
  await expect(page.getByRole('button', { name: 'Cash Out' })).toBeVisible();
  expect(await boxes(page, parts)).toEqual(expected);
  await expect(page.locator('.skeleton-text')).toHaveCount(0);
});

test('an owned DAT is drawn in the boxes that its figures and editions then fill', {
  tag: '@long',
}, async ({ page, admin, stack, market, newAccount, signIn }) => {
  const fan = await newAccount();
  await nameAccount(admin, fan.uid);
  await giveTokens(market, fan, 10);
  const dat = await releaseDat(admin, { editions: 2, priceCents: 1_000 });
  const edition = { datId: dat.id, editionNumber: 1, expectedPrice: 10 };
  await callAs(stack, fan, purchaseEdition.name, edition);
  await signIn(page, fan);
  const letGo = await holdBack(page, /Firestore\/Listen/);
  await page.goto(`/wallet/dat/${dat.id}`);
  const parts = '.metric-row, .owned-editions-head, .owned-edition';
  await expect(page.locator('.owned-edition')).toBeVisible();
  const expected = await boxes(page, parts);
  await expectAccessible(page, 'an owned DAT on its way');
  letGo();
  await expect(page.getByRole('heading', { name: 'DAT #1' })).toBeVisible();
  expect(await boxes(page, parts)).toEqual(expected);
  await expect(page.locator('.skeleton-text')).toHaveCount(0);
  await dat.remove();
});

test('an order is drawn in the boxes that its facts and actions then fill', {
  tag: '@long',
}, async ({ page, market, signIn, shopper }) => {
  const { fan, blockId } = shopper;
  const { orderId } = await market.reserve(fan, { blockId, qty: 20 });
  await signIn(page, fan);
  const letGo = await holdBack(page, /\/getOrderStatus$/);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('status').getByText('Loading…')).toBeAttached();
  const parts = '.order > *, .order .fact-list > div, .order .actions > *';
  const expected = await boxes(page, parts);
  expect(expected.length).toBeGreaterThan(10);
  await expectAccessible(page, 'an order on its way');
  letGo();
  await expect(page.getByRole('heading', { name: 'Waiting for payment' })).toBeVisible();
  expect(await boxes(page, parts)).toEqual(expected);
  await expect(page.locator('.skeleton-text')).toHaveCount(0);
});

test('a proof is drawn in the boxes that its verdict and figures then fill', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.artist);
  const letGo = await holdBack(page, /\/getBalanceProof$/);
  await page.goto('/wallet/proof');
  await expect(page.getByRole('status').getByText('Checking…')).toBeAttached();
  const parts = '.proof-verdict, .proof-facts > .fact-list > div';
  const expected = await boxes(page, parts);
  expect(expected).toHaveLength(5);
  await expectAccessible(page, 'a proof on its way');
  letGo();
  await expect(page.getByText('Your balance is part of the total.')).toBeVisible();
  expect(await boxes(page, parts)).toEqual(expected);
  await expect(page.locator('.skeleton-text')).toHaveCount(0);
});
