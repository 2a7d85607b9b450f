import { services } from '@datchain/functions/services.ts';
import { formatDate } from '@datchain/shared/domain/format.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Locator, Page } from '@playwright/test';
import { pressCashOut } from './support/alerts.ts';
import { expectAccessible } from './support/axe.ts';
import { fundPayouts, giveEarnings, leaveForm } from './support/earnings.ts';
import { test as base, expect, type OwnAccount } from './support/fixtures.ts';
import { figure } from './support/purchase.ts';

/** A fan who is set up, with $48.95 that can be paid out and $9.75 that cannot yet, signed in. */
const test = base.extend<{ earner: OwnAccount }>({
  earner: async ({ page, stack, market, newAccount, signIn }, use) => {
    const earner = await newAccount();
    await giveEarnings(earner, { 9: 40, 6: 8.95, 1: 9.75 });
    await leaveForm({ stack, market }, earner, 'enabled');
    await fundPayouts(market);
    await signIn(page, earner);
    await use(earner);
  },
});

const setupHeading = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Complete Your Stripe Setup' });
const amount = (page: Page): Locator => page.getByLabel('Payout amount');
const cashOut = (page: Page): Locator => page.getByRole('button', { name: 'Cash Out' });
const pastPayouts = (page: Page): Locator =>
  page.getByRole('table', { name: 'Past payouts' }).locator('tbody tr');

test.describe('setting up', () => {
  test('[R-CSH-01] [R-CAL-08] the form at Stripe, left, sent short, reviewed and finished: each is said in plain words', {
    tag: '@small',
  }, async ({ page, newAccount, signIn }) => {
    test.slow();
    const fan = await newAccount();
    await giveEarnings(fan, { 9: 30 });
    await signIn(page, fan);
    await page.goto('/cashout');
    await expect(setupHeading(page)).toBeVisible();
    await expect(page.getByText('Payouts go to your bank through Stripe.')).toBeVisible();
    await expect(page.getByText('$30.00 of your earnings can be paid out')).toBeVisible();
    await expect(amount(page)).toHaveCount(0);
    await expectAccessible(page, 'the setup');
    await page.getByRole('button', { name: 'Set up payouts with Stripe' }).click();
    await page.waitForURL(/\/setup\/e\//);

    const ends = [
      ['Leave without finishing', 'Stripe still needs details from you'],
      ['Send it without the document', 'Stripe still needs details from you'],
      ['Send it for review', 'Stripe has your details and is checking them.'],
      ['Be rejected', 'Stripe has rejected this account'],
    ] as const;
    for (const [end, words] of ends) {
      await page.getByRole('button', { name: end }).click();
      await expect(page).toHaveURL('/cashout?setup=done');
      await expect(page.getByText(words)).toBeVisible();
      await expect(setupHeading(page)).toBeVisible();
      await page.getByRole('button', { name: /Stripe$/ }).click();
      await page.waitForURL(/\/setup\/e\//);
    }
    await page.getByRole('button', { name: 'Finish setup' }).click();
    await expect(page.getByText('Payouts are set up.')).toBeVisible();
    await expect(figure(page, 'Available now')).toHaveText('$30.00');
  });
});

test.describe('paying out', () => {
  test('[R-CSH-02] [R-CSH-04] [R-CSH-05] [R-CSH-07] earnings of long enough ago, once, with a receipt', async ({
    page,
    earner,
  }) => {
    test.slow();
    await page.goto('/cashout');
    await expect(figure(page, 'Available now')).toHaveText('$48.95');
    await expect(figure(page, 'Available later')).toHaveText('$9.75');
    const later = page.getByRole('table', { name: 'Available later' });
    const from = formatDate(Date.now() + 3 * DAY_MILLIS);
    await expect(later.getByRole('row', { name: from })).toContainText('$9.75');
    await expect(page.getByText('No payouts yet.')).toBeVisible();

    await cashOut(page).click();
    await expect(page.getByText('Enter a valid payout amount.')).toBeVisible();
    await amount(page).fill('24.99');
    await cashOut(page).click();
    await expect(page.getByText('Minimum payout amount is $25.00')).toBeVisible();
    await expectAccessible(page, 'the payout form with an error');

    await page.getByRole('button', { name: 'Max' }).click();
    await expect(amount(page)).toHaveValue('48.95');
    await amount(page).fill('$0040.00');
    await expect(amount(page)).toHaveValue('40.00');
    await expect(page.getByText('You get').locator('..')).toContainText('$40.00');
    const said = await pressCashOut(page);
    expect(said).toMatch(/^Payout successful! Transfer ID: tr_\w+$/);
    await expect(amount(page)).toHaveValue('');
    await expect(figure(page, 'Available now')).toHaveText('$8.95');
    await expect(pastPayouts(page)).toHaveCount(1);
    await expect(pastPayouts(page)).toContainText('Earnings');
    await expect(pastPayouts(page)).toContainText('Sent');
    await expect(pastPayouts(page)).toContainText('$40.00');
    await expectAccessible(page, 'the payout form with a past payout');

    // The provider takes the transfer back: seen without a reload, and the money can be paid again.
    const transferId = said.split(' ').at(-1) ?? '';
    await services().stripe.transfers.createReversal(transferId, {});
    await expect(pastPayouts(page)).toContainText('Returned');
    await expect(figure(page, 'Available now')).toHaveText('$48.95');
    expect(earner.uid).not.toBe('');
  });

  test('[R-CSH-07] a payout that Stripe refuses has failed, and its amount is back', {
    tag: '@once',
  }, async ({ page, stack, market, newAccount, signIn, consoleGuard }) => {
    consoleGuard.expect(/status of 500.*processPayout/);
    const fan = await newAccount();
    // More than the platform has at Stripe.
    await giveEarnings(fan, { 9: 900_000_000 });
    await leaveForm({ stack, market }, fan, 'enabled');
    await signIn(page, fan);
    await page.goto('/cashout');
    await page.getByRole('button', { name: 'Max' }).click();
    expect(await pressCashOut(page)).toBe('Failed to process payout. Please try again.');
    await expect(pastPayouts(page)).toContainText('Failed');
    await expect(pastPayouts(page)).toContainText('$900,000,000.00');
    await expect(figure(page, 'Available now')).toHaveText('$900,000,000.00');
  });
});
