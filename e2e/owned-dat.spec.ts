import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { callAs } from '@datchain/testing/browsers/calls.ts';
import {
  buyEdition,
  giveTokens,
  nameAccount,
  type OwnDat,
  offer,
  releaseDat,
} from '@datchain/testing/browsers/editions.ts';
import { test as base, expect, type OwnAccount } from '@datchain/testing/browsers/fixtures.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import type { Locator, Page } from '@playwright/test';

type World = { owner: OwnAccount; dat: OwnDat };

const test = base.extend<World>({
  dat: async ({ admin }, use) => {
    const dat = await releaseDat(admin, { editions: 1, priceCents: 1_000 });
    await use(dat);
    await dat.remove();
  },
  owner: async ({ admin, stack, market, dat, newAccount }, use) => {
    const owner = await newAccount();
    await nameAccount(admin, owner.uid);
    await giveTokens(market, owner, 20);
    await buyEdition(stack, owner, { datId: dat.id, editionNumber: 1, expectedPrice: 10 });
    await use(owner);
  },
});

const row = (page: Page, number = 1): Locator =>
  page
    .getByRole('list', { name: 'Your Editions' })
    .getByRole('listitem')
    .filter({ hasText: `DAT #${number}` });
const sell = (page: Page): Locator => page.getByRole('button', { name: /^Sell DAT/ });
const listDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'List Edition #1' });
const confirmDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm Sale' });
const press = (dialog: Locator, name: string): Promise<void> =>
  dialog.getByRole('button', { name, exact: true }).click();

async function open(page: Page, { id }: OwnDat): Promise<void> {
  await page.goto(`/wallet/dat/${id}`);
  await expect(page.getByRole('heading', { name: `Song ${id}`, level: 1 })).toBeVisible();
}

async function listIt(page: Page, price?: string): Promise<void> {
  await sell(page).click();
  if (price !== undefined) await listDialog(page).getByLabel('Price').fill(price);
  await press(listDialog(page), 'Continue');
  await press(confirmDialog(page), 'Confirm');
}

test('[R-OWN-01] [R-OWN-02] [R-OWN-03] [R-OWN-05] [R-OWN-07] an owner lists an edition, another user buys it, and its earnings stay', async ({
  page,
  dat,
  owner,
  admin,
  stack,
  market,
  newAccount,
  signIn,
}) => {
  test.slow();
  await signIn(page, owner);
  await open(page, dat);
  await expect(figure(page, 'Owned Editions')).toHaveText('1');
  await expect(figure(page, 'Total Earnings')).toHaveText('$0.00');
  await expect(figure(page, 'Sold Out')).toHaveText('Yes');
  await expect(row(page)).toContainText('Royalties2.5%');
  await expect(row(page)).toContainText('Not listed');
  await expect(page.getByRole('link', { name: 'View Analytics' })).toHaveAttribute(
    'href',
    `/analytics?assetId=${dat.id}&songName=Song+${dat.id}`,
  );
  await expectAccessible(page, 'an owned DAT');

  await sell(page).click();
  const price = listDialog(page).getByLabel('Price');
  await expect(price).toHaveValue('18.00');
  await expect(price).toBeFocused();
  await expect(listDialog(page).getByText('You get').locator('..')).toContainText('$13.50');
  await expectAccessible(page, 'List Edition');
  await press(listDialog(page), 'Continue');
  await expect(confirmDialog(page)).toContainText('$13.50');
  await expectAccessible(page, 'Confirm Sale');
  await press(confirmDialog(page), 'Confirm');
  await expect(row(page)).toContainText('For Sale at $18.00');
  await expect(page.getByText('DAT #1 is now for sale at $18.00')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(sell(page)).toHaveCount(0);

  const buyer = await newAccount();
  await nameAccount(admin, buyer.uid);
  await giveTokens(market, buyer, 18);
  await buyEdition(stack, buyer, { datId: dat.id, editionNumber: 1, expectedPrice: 18 });
  await expect(row(page)).toContainText('Sold');
  await expect(row(page)).toContainText('$13.50');
  await expect(figure(page, 'Owned Editions')).toHaveText('0');
  await expect(figure(page, 'Total Earnings')).toHaveText('$13.50');
  await expect(page.getByText('Sales of editions').locator('..')).toContainText('$28.00');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/wallet');
});

test('[R-OWN-04] a listing is cancelled by Undo, by its button and from another device, and can then be made again', async ({
  page,
  dat,
  owner,
  stack,
  signIn,
}) => {
  test.slow();
  await signIn(page, owner);
  await open(page, dat);
  await listIt(page, '25');
  await expect(row(page)).toContainText('For Sale at $25.00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page)).toContainText('Not listed');
  await expect(page.getByText('DAT #1 is no longer for sale')).toBeVisible();

  await listIt(page, '30');
  await expect(row(page)).toContainText('For Sale at $30.00');
  await page.getByRole('button', { name: /^Cancel listing/ }).click();
  await expect(row(page)).toContainText('Not listed');

  await offer(stack, owner, { datId: dat.id, editionNumber: 1, newPrice: 40 });
  await expect(row(page)).toContainText('For Sale at $40.00');
  await callAs(stack, owner, 'cancelEditionListing', { datId: dat.id, editionNumber: 1 });
  await expect(row(page)).toContainText('Not listed');
  await sell(page).click();
  await expect(listDialog(page).getByLabel('Price')).toHaveValue('18.00');
});
