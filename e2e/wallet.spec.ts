import { readFile } from 'node:fs/promises';
import { purchaseEdition } from '@datchain/shared/contracts/calls.ts';
import { readOwnedDats } from '@datchain/shared/contracts/documents/user-wallet.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { formatShare } from '@datchain/shared/domain/format.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Locator, Page } from '@playwright/test';
import { demoAccounts } from './support/accounts.ts';
import { alertAfter } from './support/alerts.ts';
import { expectAccessible } from './support/axe.ts';
import { callAs } from './support/calls.ts';
import { giveEarnings, leaveForm } from './support/earnings.ts';
import { giveTokens, nameAccount, type OwnDat, offer, releaseDat } from './support/editions.ts';
import { test as base, expect } from './support/fixtures.ts';
import { refuseListener } from './support/live-wire.ts';
import { figure } from './support/purchase.ts';
import { shownDat } from './support/screens.ts';

/** A DAT with one edition at $10, released for this test. */
const test = base.extend<{ dat: OwnDat }>({
  dat: async ({ admin }, use) => {
    const dat = await releaseDat(admin, { editions: 1, priceCents: 1_000 });
    await use(dat);
    await dat.remove();
  },
});

const card = (page: Page, song: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: song, exact: true }) });

const cardFigure = (page: Page, song: string, label: string): Locator =>
  card(page, song)
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');

const openTotal = (page: Page, label: string): Promise<void> =>
  page.getByRole('button', { name: label, exact: true }).click();

/** What a line of the opened total says. */
const line = (page: Page, label: string | RegExp): Locator =>
  page
    .locator('.total-lines .fact-list > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');

const settings = (page: Page): Locator => page.getByRole('dialog', { name: 'Wallet Settings' });

async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Wallet Settings' }).click();
  await expect(settings(page)).toBeVisible();
  return settings(page);
}

test('[R-WAL-03] [R-WAL-04] [R-WAL-10] [R-WAL-19] a bought DAT becomes a card, its sale shows in the earnings, all without a reload', {
  tag: '@small',
}, async ({ page, dat, admin, stack, market, newAccount, signIn }) => {
  test.slow();
  const [first, second] = [await newAccount(), await newAccount()];
  for (const { uid } of [first, second]) await nameAccount(admin, uid);
  await giveTokens(market, first, 20);
  await giveTokens(market, second, 20);
  const song = `Song ${dat.id}`;
  const edition = { datId: dat.id, editionNumber: 1 };

  await signIn(page, first);
  await page.goto('/wallet');
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$20.00');
  await callAs(stack, first, purchaseEdition.name, { ...edition, expectedPrice: 10 });
  await expect(card(page, song)).toBeVisible();
  await expect(card(page, song)).toContainText('@e2e');
  await expect(card(page, song).locator('img')).toHaveAttribute('src', new RegExp(dat.id));
  await expect(cardFigure(page, song, 'Royalty Share %')).toHaveText('2.5%');
  await expect(cardFigure(page, song, 'Total Streams')).toHaveText('–No data yet');
  await expect(cardFigure(page, song, 'Earnings')).toHaveText('$0.00');
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$10.00');

  await page.getByRole('link', { name: song }).click();
  await expect(page).toHaveURL(`/wallet/dat/${dat.id}`);
  await page.goBack();
  await offer(stack, first, { ...edition, newPrice: 18 });
  await callAs(stack, second, purchaseEdition.name, { ...edition, expectedPrice: 18 });
  // Three quarters of the price; the work is not a card any more, its earnings stay.
  await expect(figure(page, 'Earnings')).toHaveText('$13.50');
  await expect(card(page, song)).toHaveCount(0);
  await openTotal(page, 'Earnings');
  const row = page
    .getByRole('table', { name: 'Earnings by work' })
    .getByRole('row', { name: song });
  await expect(row).toContainText('sold on');
  await expect(row.getByRole('cell').last()).toHaveText('$13.50');
  await expect(line(page, 'DATS')).toHaveText('$13.50');
});

test('[R-WAL-06] the creator of a DAT has 50 percentage points more', { tag: '@long' }, async ({
  page,
  admin,
  signIn,
}) => {
  await signIn(page, demoAccounts.artist);
  await page.goto('/wallet');
  const stored = (await admin.firestore.doc(docs.wallet('demo-artist')).get()).data();
  const held = readOwnedDats(stored).filter(({ datId, sold }) => datId === shownDat.id && !sold);
  const sharePpm = held.reduce((sum, each) => sum + each.sharePpm, 500_000);
  await expect(cardFigure(page, shownDat.song, 'Royalty Share %')).toHaveText(
    formatShare(sharePpm),
  );
  // As the public pages show it.
  const streams = cardFigure(page, shownDat.song, 'Total Streams');
  await expect(streams).toHaveText(/^\d/);
  const shown = await streams.textContent();
  await page.goto(`/analytics/${shownDat.id}`);
  await expect(page.getByText(`Total Streams: ${shown}`)).toBeVisible();
});

test('[R-WAL-01] [R-WAL-07] [R-WAL-08] [R-WAL-13] [R-WAL-15] [R-WAL-17] every total opens to the lines that make it up', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.fan);
  await page.goto('/wallet');
  await expect(page.getByRole('table', { name: 'Token blocks' })).toBeVisible();
  const textOf = async (place: Locator) => (await place.textContent()) ?? '';
  const usd = (text: string) => Math.round(Number(text.replace(/[$,]/g, '')) * 1_000);
  const shown = (label: string) => textOf(figure(page, label));

  const utility = 'Utility tokens (USD)';
  await openTotal(page, utility);
  await expect(line(page, utility)).toHaveText(await shown(utility));
  const values = (await page.locator('.total-lines dd').allTextContents()).map(usd);
  expect(values.slice(0, -1).reduce((sum, value) => sum + value, 0)).toBe(values.at(-1));

  const rewards = 'datchain token rewards';
  await openTotal(page, rewards);
  await expect(page.getByRole('button', { name: utility })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await expect(line(page, rewards)).toHaveText(await shown(rewards));

  await openTotal(page, 'Earnings');
  const sums = page.locator('.total-lines .fact-list').first().locator('dd');
  // Others buy tokens meanwhile, which moves the value of reward tokens: read again until it rests.
  await expect(async () => {
    const total = await shown('Earnings');
    const amounts = (await sums.allTextContents()).map((text) => usd(text.replace('−', '-')));
    expect(usd(await textOf(line(page, 'Earnings')))).toBe(usd(total));
    expect(amounts.slice(0, -1).reduce((sum, value) => sum + value, 0)).toBe(amounts.at(-1));
  }).toPass();
  const works = page.getByRole('table', { name: 'Earnings by work' });
  await expect(works.getByRole('row', { name: shownDat.song })).toContainText(/\$1,?\d+\.\d\d/);
  await expectAccessible(page, 'the wallet with its earnings opened');

  const value = 'Value per datchain token';
  await openTotal(page, value);
  await expect(async () => {
    const total = await shown(value);
    const pool = usd(await textOf(line(page, 'Reward pool')));
    const circulating = usd(await textOf(line(page, 'Tokens in circulation')));
    expect(await textOf(line(page, value))).toBe(total);
    expect(Math.round((pool / circulating) * 1_000)).toBe(usd(total));
  }).toPass();
  await expect(line(page, 'The pool for each of your credits')).toHaveText(/^\$\d/);
  await openTotal(page, value);
  await expect(page.locator('.total-lines')).toHaveCount(0);
});

test('earnings that wait say from which day they can be cashed out', { tag: '@long' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  const fan = await newAccount();
  await giveEarnings(fan, { 9: 40, 1: 9.75 });
  await signIn(page, fan);
  await page.goto('/wallet');
  await expect(figure(page, 'Earnings')).toHaveText('$49.75');
  await openTotal(page, 'Earnings');
  await expect(line(page, 'Can be cashed out now')).toHaveText('$40.00');
  await expect(line(page, /^From \d+ \w+ \d+, earned/)).toHaveText('$9.75');
});

test('[N-INP-13] what can be cashed out is told by the server’s clock, on a device that is a month ahead', {
  tag: '@once',
}, async ({ page, newAccount, signIn }) => {
  const fan = await newAccount();
  await giveEarnings(fan, { 9: 40, 1: 9.75 });
  await signIn(page, fan);
  await page.clock.setFixedTime(Date.now() + 30 * DAY_MILLIS);
  await page.goto('/wallet/earnings');
  await expect(figure(page, 'Available now')).toHaveText('$40.00');
  await expect(figure(page, 'Available later')).toHaveText('$9.75');
});

test('[R-WAL-05] an empty wallet says so, with ways on', { tag: '@long' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  await signIn(page, await newAccount());
  await page.goto('/wallet');
  await expect(page.getByText("You don't own any DAT tokens or DATS yet.")).toBeVisible();
  for (const label of ['Utility tokens (USD)', 'Earnings']) {
    await expect(figure(page, label)).toHaveText('$0.00');
  }
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'See DATS' })).toHaveAttribute('href', '/dats');
  await expect(main.getByRole('link', { name: 'Buy tokens' })).toHaveAttribute('href', '/home');
  await expectAccessible(page, 'an empty wallet');
  await main.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
});

test.describe('Wallet Settings', () => {
  test('[R-WAL-02] three ways: details at the provider, billing in a new tab, Close', {
    tag: ['@small', '@long'],
  }, async ({ page, stack, market, newAccount, signIn }) => {
    const fan = await newAccount();
    await leaveForm({ stack, market }, fan, 'enabled');
    await signIn(page, fan);
    await page.goto('/wallet');
    const dialog = await openSettings(page);
    await expectAccessible(page, 'Wallet Settings');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);

    await openSettings(page);
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Edit Billing Info' }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { name: /^Billing at/ })).toBeVisible();
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
    await expect(page).toHaveURL('/wallet');
    await expect(dialog).toHaveCount(0);

    await openSettings(page);
    await dialog.getByRole('button', { name: 'Edit Cash-out Details' }).click();
    await page.waitForURL(/\/setup\/e\//);
  });

  test('[R-WAL-11] without a finished payout account its details lead to /cashout; a failure is an alert', {
    tag: '@long',
  }, async ({ page, newAccount, signIn, consoleGuard }) => {
    consoleGuard.expect(/createBillingPortalLink|createOrRetrieveAccount/);
    await signIn(page, await newAccount());
    await page.goto('/wallet');
    const dialog = await openSettings(page);
    for (const [button, call] of [
      ['Edit Billing Info', 'createBillingPortalLink'],
      ['Edit Cash-out Details', 'createOrRetrieveAccount'],
    ] as const) {
      await page.route(`**/${call}`, (route) => route.fulfill({ status: 500, body: '{}' }));
      const alert = page.waitForEvent('dialog');
      await dialog.getByRole('button', { name: button }).click();
      const shown = await alert;
      expect(shown.message()).toBe('Unable to open Stripe – try again.');
      await shown.accept();
      await expect(dialog.getByRole('button', { name: button })).toBeEnabled();
      await page.unroute(`**/${call}`);
    }
    await dialog.getByRole('button', { name: 'Edit Cash-out Details' }).click();
    await expect(page).toHaveURL('/cashout');
    await expect(dialog).toHaveCount(0);
  });

  test('[R-WAL-11] with a finished payout account a form that does not open is an alert, and opens at the next try', {
    tag: ['@once', '@long'],
  }, async ({ page, stack, market, newAccount, signIn, consoleGuard }) => {
    consoleGuard.expect(/createOnboardingLink/);
    const fan = await newAccount();
    await leaveForm({ stack, market }, fan, 'enabled');
    await signIn(page, fan);
    await page.goto('/wallet');
    const edit = (await openSettings(page)).getByRole('button', { name: 'Edit Cash-out Details' });
    await page.route('**/createOnboardingLink', (route) => route.abort());
    expect(await alertAfter(page, () => edit.click())).toBe('Unable to open Stripe – try again.');
    await expect(page).toHaveURL('/wallet');
    await page.unroute('**/createOnboardingLink');
    await edit.click();
    await page.waitForURL(/\/setup\/e\//);
  });
});

test('[R-WAL-09] [R-WAL-12] spend on platform tokens earns reward tokens, claimed once', {
  tag: '@long',
}, async ({ page, admin, market, newAccount, signIn }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(50, 2_000);
  await market.buy(fan, { blockId, qty: 100 });
  await signIn(page, fan);
  await page.goto('/wallet');
  await expect(
    page.getByText('Spend $200.00 more on tokens to get a reward token, worth'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Claim/ })).toHaveCount(0);
  await market.buy(fan, { blockId, qty: 1_000 });
  await page.getByRole('button', { name: 'Claim 2 reward tokens' }).click();
  await expect(page.getByText('2 reward tokens claimed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Claim/ })).toHaveCount(0);
  await expect(figure(page, 'datchain token rewards')).toHaveText('2');
  const read = async (path: string) => (await admin.database.ref(path).get()).val();
  await expect.poll(() => read(live.rewardWallet(fan.uid))).toEqual({ qty: 2 });
  expect(await read(live.utilitySpend(fan.uid))).toEqual({ totalCents: 55_000, awarded: 2 });
});

test('[R-WAL-14] a reward wallet by block shows the blocks with tokens, by numeric id', {
  tag: ['@once', '@long'],
}, async ({ page, admin, newAccount, signIn }) => {
  const fan = await newAccount();
  const lot = (qty: number) => ({ price: 0.5, qty });
  await admin.database
    .ref(live.rewardWallet(fan.uid))
    .set({ 100: lot(1), 36: lot(2), 9: lot(3), 50: lot(0) });
  await signIn(page, fan);
  await page.goto('/wallet');
  const table = page.getByRole('table', { name: 'datchain token blocks' });
  await expect(table.getByRole('rowheader')).toHaveText(['Link 9', 'Link 36', 'Link 100']);
  await expect(figure(page, 'datchain token rewards')).toHaveText('6');
});

test('[R-WAL-16] what cannot be loaded stands as zero, is said, and comes by itself', {
  tag: ['@once', '@long'],
}, async ({ page, newAccount, signIn, consoleGuard }) => {
  consoleGuard.expect(/permission_denied|Permission denied/);
  const fan = await newAccount();
  await giveEarnings(fan, { 9: 40 });
  await signIn(page, fan);
  const refusal = await refuseListener(page, live.creditSummary(fan.uid));
  await page.goto('/wallet');
  await refusal.first;
  await expect(
    page.getByText('Some figures could not be loaded; in Earnings they count as zero.'),
  ).toBeVisible();
  await expect(figure(page, 'Earnings')).toHaveText('$0.00');
  refusal.end();
  await expect(figure(page, 'Earnings')).toHaveText('$40.00');
  await expect(page.getByText('Some figures could not be loaded')).toHaveCount(0);
});

test('the history narrows by kind, goes on after 50, and downloads as a whole', {
  tag: '@long',
}, async ({ page, admin, market, signIn, shopper }) => {
  const { fan, blockId } = shopper;
  await market.buy(fan, { blockId, qty: 40 });
  const batch = admin.firestore.batch();
  for (let number = 1; number <= 60; number += 1) {
    const data = { kind: 'rewards-claimed', at: number * 1_000, qty: number };
    batch.set(admin.firestore.doc(docs.movement(fan.uid, `old-${number}`)), data);
  }
  await batch.commit();
  await signIn(page, fan);
  await page.goto('/wallet/history');
  const rows = page.getByRole('table', { name: 'Movements, newest first' }).getByRole('row');
  await expect(rows).toHaveCount(1 + 50);
  await expect(rows.nth(1)).toContainText('Bought 40 tokens at $0.50, by card');
  await expect(rows.nth(1)).toContainText('UTC');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(1 + 61);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Tokens', exact: true }).click();
  await expect(page).toHaveURL('/wallet/history?show=tokens');
  await expect(rows).toHaveCount(1 + 1);
  await page.getByRole('button', { name: 'Cash-outs' }).click();
  await expect(page.getByText('Nothing of this kind has happened yet.')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^datchain-history-\d{4}-\d\d-\d\d\.csv$/);
  const csv = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(csv).toHaveLength(1 + 61);
  expect(csv[1]).toMatch(/tokens-bought,"Bought 40 tokens at \$0.50, by card",40,,-20.00/);
});
