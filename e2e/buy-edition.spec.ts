import { purchaseEdition } from '@datchain/shared/contracts/calls.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { callAs } from './support/calls.ts';
import { giveTokens, nameAccount, type OwnDat, offer, releaseDat } from './support/editions.ts';
import { test as base, expect } from './support/fixtures.ts';
import { expectReconciled } from './support/market.ts';

/** A DAT with one edition at $10, released for this test. */
const test = base.extend<{ dat: OwnDat }>({
  dat: async ({ admin }, use) => {
    const dat = await releaseDat(admin, { editions: 1, priceCents: 1_000 });
    await use(dat);
    await dat.remove();
  },
});

const confirm = (page: Page): Locator => page.getByRole('button', { name: 'Confirm' });

const fact = (page: Page, label: string): Locator =>
  page
    .locator('.fact-list > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');

/** From the DAT's page, through Collection, to the purchase. */
async function chooseAndBuy(page: Page, { id }: OwnDat, row: string): Promise<void> {
  await page.goto(`/viewdat/${id}`);
  await page.getByRole('button', { name: 'Collection' }).click();
  await page.getByRole('listitem').getByText(row).click();
  await page.getByRole('button', { name: 'Buy DAT #1' }).click();
}

async function expectHeldBy(page: Page, { id }: OwnDat, username: string): Promise<void> {
  await page.goto(`/viewdat/${id}`);
  await page.getByRole('button', { name: 'Collection' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText('SOLD');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Holders' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(`@${username}1, 2.5%`);
}

test('[R-VIEW-12] a fan buys the chosen edition of its creator, and then another fan buys it of the first', {
  tag: '@once',
}, async ({ page, dat, admin, stack, market, newAccount, anotherVisitor, signIn }) => {
  test.slow();
  const [first, second] = [await newAccount(), await newAccount()];
  const names = [await nameAccount(admin, first.uid), await nameAccount(admin, second.uid)];
  await giveTokens(market, first, 50);
  await giveTokens(market, second, 50);
  const owned = async (uid: string) =>
    (await admin.firestore.doc(docs.wallet(uid)).get()).data()?.ownedDats;

  await signIn(page, first);
  await chooseAndBuy(page, dat, 'DAT #1 - $10.00');
  await expect(page).toHaveURL(`/buy/${dat.id}/1`);
  await expect(fact(page, 'Price')).toHaveText('$10.00');
  await expect(fact(page, 'Your tokens')).toHaveText('100, worth $50.00');
  await expect(fact(page, 'You pay')).toHaveText('20 tokens');
  const parts = page.getByRole('table');
  await expect(parts.getByRole('row', { name: /^Creator/ })).toContainText('$8.00');
  await expect(parts.getByRole('row', { name: /^Platform/ })).toContainText('$1.00');
  await expectAccessible(page, 'buying an edition');
  await confirm(page).click();
  await expect(page.getByRole('heading', { name: 'DAT #1 is yours' })).toBeVisible();
  await expect(page.getByText('20 tokens were spent')).toBeVisible();
  await expectHeldBy(page, dat, names[0] ?? '');
  expect(await owned(first.uid)).toMatchObject([{ id: dat.id, edition: 1, sold: false }]);

  await offer(stack, first, { datId: dat.id, editionNumber: 1, newPrice: 18 });
  const other = await anotherVisitor();
  await signIn(other, second);
  await chooseAndBuy(other, dat, 'DAT #1 - $18.00');
  await expect(fact(other, 'You pay')).toHaveText('36 tokens');
  const resale = other.getByRole('table');
  await expect(resale.getByRole('row', { name: /^Seller/ })).toContainText('$13.50');
  await expect(resale.getByRole('row', { name: /^Creator/ })).toContainText('$1.80');
  await confirm(other).click();
  await expect(other.getByRole('heading', { name: 'DAT #1 is yours' })).toBeVisible();
  await other.getByRole('link', { name: 'See your wallet' }).click();
  await expect(other).toHaveURL('/wallet');
  await expect(other.getByText('1 work, 1 edition')).toBeVisible();
  await expectHeldBy(other, dat, names[1] ?? '');
  expect(await owned(first.uid)).toMatchObject([{ id: dat.id, edition: 1, sold: true }]);
  expect(await owned(second.uid)).toMatchObject([{ id: dat.id, edition: 1, sold: false }]);
  const history = other.getByRole('table', { name: 'History' }).getByRole('row');
  await expect(history.nth(1)).toContainText(`Sold #1@${names[0]}@${names[1]}$18.00`);
  await expectReconciled();
});

test('[R-VIEW-12] [R-SES-03] a signed-out fan is sent to /login, and comes back to the edition', {
  tag: '@long',
}, async ({ page, dat, newAccount }) => {
  const { email, password } = await newAccount();
  await chooseAndBuy(page, dat, 'DAT #1 - $10.00');
  await page.waitForURL('**/login?**');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await expect(page).toHaveURL(`/buy/${dat.id}/1`);
  // Without tokens there is nothing to confirm, but a way to some.
  await expect(page.getByText('Not enough tokens')).toBeVisible();
  await expect(confirm(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Buy tokens' })).toHaveAttribute('href', '/home');
  await expectAccessible(page, 'without tokens');
});

test('a price that changes is shown at once; one that changes under Confirm is refused and offered again', {
  tag: ['@once', '@long'],
}, async ({ page, dat, admin, stack, market, newAccount, signIn, consoleGuard }) => {
  test.slow();
  consoleGuard.expect(/409 .*purchaseEdition/);
  const [seller, buyer] = [await newAccount(), await newAccount()];
  await nameAccount(admin, seller.uid);
  await giveTokens(market, seller, 10);
  await giveTokens(market, buyer, 50);
  const edition = { datId: dat.id, editionNumber: 1 };
  await callAs(stack, seller, purchaseEdition.name, { ...edition, expectedPrice: 10 });
  await offer(stack, seller, { ...edition, newPrice: 18 });

  await signIn(page, buyer);
  await page.goto(`/buy/${dat.id}/1`);
  await expect(fact(page, 'Price')).toHaveText('$18.00');
  await offer(stack, seller, { ...edition, newPrice: 20 });
  await expect(fact(page, 'Price')).toHaveText('$20.00');
  await expect(fact(page, 'You pay')).toHaveText('40 tokens');

  let hasMoved = false;
  await page.route('**/purchaseEdition', async (route) => {
    if (!hasMoved) await offer(stack, seller, { ...edition, newPrice: 25 });
    hasMoved = true;
    await route.continue();
  });
  await confirm(page).click();
  await expect(page.getByRole('alert')).toHaveText('The price has changed. It is now $25.00.');
  await confirm(page).click();
  await expect(page.getByText('50 tokens were spent')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You own this edition.')).toBeVisible();
});

test('an edition that is gone, and an address of none, say so', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount }) => {
  await signIn(page, await newAccount());
  await page.goto('/buy/dat-halogen/5');
  await expect(page.getByText('This edition has already been sold.')).toBeVisible();
  await page.getByRole('link', { name: 'Halogen' }).click();
  await expect(page).toHaveURL('/viewdat/dat-halogen');
  for (const path of ['/buy/dat-halogen/21', '/buy/dat-halogen/x', '/buy/dat-that-never-was/1']) {
    await page.goto(path);
    await expect(page.getByText('There is no edition at this address.')).toBeVisible();
    await expect(confirm(page)).toHaveCount(0);
  }
});
