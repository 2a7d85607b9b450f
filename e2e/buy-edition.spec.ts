import { randomBytes } from 'node:crypto';
import { codeIn, inbox } from '@datchain/functions/testing/inbox.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { giveTokens, nameAccount, type OwnDat, offer, releaseDat } from './support/editions.ts';
import { test as base, expect } from './support/fixtures.ts';
import { uidOf } from './support/newcomer.ts';

/** A DAT with one edition at $10, released for this test. */
const test = base.extend<{ dat: OwnDat }>({
  dat: async ({ admin }, use) => {
    const dat = await releaseDat(admin, { editions: 1, priceCents: 1_000 });
    await use(dat);
    await dat.remove();
  },
});

const buy = (page: Page): Locator => page.getByRole('button', { name: /^Buy for/ });

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
  await expect(fact(page, 'Left in your wallet')).toHaveText('$40.00');
  await expect(fact(page, 'You pay from your wallet (20 tokens)')).toHaveText('$10.00');
  const parts = page.getByRole('table');
  await expect(parts.getByRole('row', { name: /^Creator/ })).toContainText('$8.00');
  await expect(parts.getByRole('row', { name: /^Platform/ })).toContainText('$1.00');
  await expectAccessible(page, 'buying an edition');
  await buy(page).click();
  await expect(page.getByRole('heading', { name: 'DAT #1 is yours' })).toBeVisible();
  await expect(fact(page, 'Tokens')).toHaveText('20 spent');
  await expectAccessible(page, 'an edition just bought');
  await expectHeldBy(page, dat, names[0] ?? '');
  expect(await owned(first.uid)).toMatchObject([{ id: dat.id, edition: 1, sold: false }]);

  await offer(stack, first, { datId: dat.id, editionNumber: 1, newPrice: 18 });
  const other = await anotherVisitor();
  await signIn(other, second);
  await chooseAndBuy(other, dat, 'DAT #1 - $18.00');
  await expect(fact(other, 'You pay from your wallet (36 tokens)')).toHaveText('$18.00');
  const resale = other.getByRole('table');
  await expect(resale.getByRole('row', { name: /^Seller/ })).toContainText('$13.50');
  await expect(resale.getByRole('row', { name: /^Creator/ })).toContainText('$1.80');
  await buy(other).click();
  await expect(other.getByRole('heading', { name: 'DAT #1 is yours' })).toBeVisible();
  await other.getByRole('link', { name: 'See it in your wallet' }).click();
  await expect(other).toHaveURL(`/wallet/dat/${dat.id}`);
  await other.goto('/wallet');
  await expect(other.getByText('1 work, 1 edition')).toBeVisible();
  await expectHeldBy(other, dat, names[1] ?? '');
  expect(await owned(first.uid)).toMatchObject([{ id: dat.id, edition: 1, sold: true }]);
  expect(await owned(second.uid)).toMatchObject([{ id: dat.id, edition: 1, sold: false }]);
  const history = other.getByRole('table', { name: 'History' }).getByRole('row');
  await expect(history.nth(1)).toContainText(`Sold #1@${names[0]}@${names[1]}$18.00`);
});

/** Presses, and counts them. */
function countedPresses() {
  let count = 0;
  return {
    count: () => count,
    press: async (place: Locator) => {
      count += 1;
      await place.click();
    },
  };
}

test('[N-BUY-04] [N-BUY-06] [N-BUY-07] [N-FST-02] [R-SES-03] a visitor comes from a DAT’s page to the certificate with six presses, signing up and paying by card between', {
  tag: '@phone',
}, async ({ page, dat, admin, ownAccounts, stack }) => {
  test.slow();
  const username = `e2e${randomBytes(4).toString('hex')}`;
  const newcomer = { email: `${username}@dats.test`, password: 'a-password', username };
  const { press, count } = countedPresses();
  await page.goto(`/viewdat/${dat.id}`);
  await press(page.getByRole('link', { name: 'Buy DAT #1', exact: true }));
  await expect(fact(page, 'By card')).toHaveText(/^\$10\.\d\d$/);
  await expectAccessible(page, 'buying as a visitor');
  const main = page.getByRole('main');
  await press(main.getByRole('link', { name: 'Sign up' }));
  await page.getByLabel('E-mail').fill(newcomer.email);
  await page.getByLabel('Password').fill(newcomer.password);
  await page.getByLabel('Username').fill(newcomer.username);
  await press(page.getByRole('button', { name: 'SIGN UP' }));
  await expect(page).toHaveURL(`/buy/${dat.id}/1`);
  const [mail] = await inbox(stack.addresses).of(newcomer.email);
  expect(codeIn(mail)).not.toBe('');
  ownAccounts.push({ ...newcomer, uid: (await uidOf(admin, newcomer.email)) ?? '' });
  await expect(fact(page, 'From your wallet')).toHaveText('$0.00');
  await press(page.getByRole('button', { name: /^Pay \$10\.\d\d by card$/ }));
  await page.waitForURL(/\/c\/pay\//);
  await expect(page.getByRole('rowheader', { name: /^\d+ tokens for DAT #1 / })).toBeVisible();
  await press(page.getByRole('button', { name: /^Pay \$/ }));
  await expect(page.getByRole('heading', { name: 'DAT #1 is yours' })).toBeVisible();
  await press(page.getByRole('link', { name: 'Certificate' }));
  await expect(page.getByRole('article')).toContainText(`@${username}`);
  expect(count()).toBe(6);
});
