import { purchaseEdition } from '@datchain/shared/contracts/calls.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Locator, Page } from '@playwright/test';
import { callAs } from './support/calls.ts';
import { giveEarnings } from './support/earnings.ts';
import { giveTokens, nameAccount, type OwnDat, offer, releaseDat } from './support/editions.ts';
import { test as base, expect } from './support/fixtures.ts';
import { figure } from './support/purchase.ts';

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
