import { randomBytes } from 'node:crypto';
import { codeIn, inbox } from '@datchain/functions/testing/inbox.ts';
import { purchaseEdition } from '@datchain/shared/contracts/calls.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { callAs } from './support/calls.ts';
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

test('[N-BUY-07] a declined card, going back and a second tab all lead on to the edition', {
  tag: ['@once', '@long'],
}, async ({ page, context, dat, newAccount, signIn }) => {
  test.slow();
  await signIn(page, await newAccount());
  await page.goto(`/buy/${dat.id}/1`);
  const pay = page.getByRole('button', { name: /^Pay \$10\.\d\d by card$/ });
  await pay.click();
  await page.waitForURL(/\/c\/pay\//);
  await page.getByRole('button', { name: 'Decline the card' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  // Back without paying, past the page that declined: the sheet is there, and knows of the order.
  await page.evaluate(() => history.go(-2));
  await expect(page).toHaveURL(`/buy/${dat.id}/1`);
  await expect(pay).toBeEnabled();
  await page.getByRole('link', { name: 'See the order' }).click();
  await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible();
  // The order page of a second tab pays; the first says so by itself.
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('link', { name: /^Pay \$10\.\d\d by card$/ }).click();
  await second.getByRole('button', { name: /^Pay \$/ }).click();
  for (const tab of [second, page]) {
    await expect(tab.getByRole('heading', { name: 'DAT #1 is yours' })).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('heading', { name: 'DAT #1 is yours' })).toBeVisible();
});

test('[N-BUY-06] the edition is bought though the browser never comes back, and sold meanwhile the tokens stay', {
  tag: ['@once', '@long'],
}, async ({ page, anotherVisitor, dat, admin, newAccount, signIn }) => {
  test.slow();
  const [first, second] = [await newAccount(), await newAccount()];
  const late = await anotherVisitor();
  for (const [tab, account] of [
    [page, first],
    [late, second],
  ] as const) {
    await signIn(tab, account);
    await tab.goto(`/buy/${dat.id}/1`);
    await tab.getByRole('button', { name: /^Pay \$10\.\d\d by card$/ }).click();
    await tab.waitForURL(/\/c\/pay\//);
  }
  // Paid, and gone before the page has led back.
  await page.route(/\/orders\//, (route) => route.abort());
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  const owned = async () =>
    (await admin.firestore.doc(docs.wallet(first.uid)).get()).data()?.ownedDats;
  await expect.poll(owned).toMatchObject([{ id: dat.id, edition: 1, sold: false }]);

  await late.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(
    late.getByRole('heading', { name: 'DAT #1 was sold to someone else' }),
  ).toBeVisible();
  await expect(late.getByText(/Your \d+ tokens are in your wallet\./)).toBeVisible();
  await expectAccessible(late, 'an edition sold to someone else');
  await late.getByRole('link', { name: 'Keep the tokens' }).click();
  await expect(late).toHaveURL('/wallet');
});

test('a price that changes is shown at once; one that changes under the press is refused and offered again', {
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
  await expect(fact(page, 'You pay from your wallet (40 tokens)')).toHaveText('$20.00');

  let hasMoved = false;
  await page.route('**/purchaseEdition', async (route) => {
    if (!hasMoved) await offer(stack, seller, { ...edition, newPrice: 25 });
    hasMoved = true;
    await route.continue();
  });
  await buy(page).click();
  await expect(page.getByRole('alert')).toHaveText('The price has changed. It is now $25.00.');
  await buy(page).click();
  await expect(fact(page, 'Tokens')).toHaveText('50 spent');
  await page.reload();
  await expect(page.getByText('You already own this edition.')).toBeVisible();
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
    await expect(buy(page)).toHaveCount(0);
  }
});
