import { services } from '@datchain/functions/services.ts';
import { formatDate } from '@datchain/shared/domain/format.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { pressCashOut } from '@datchain/testing/browsers/alerts.ts';
import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { fundPayouts, giveEarnings, leaveForm } from '@datchain/testing/browsers/earnings.ts';
import { test as base, expect, type OwnAccount } from '@datchain/testing/browsers/fixtures.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import type { Locator, Page } from '@playwright/test';

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

const amount = (page: Page): Locator => page.getByLabel('Payout amount');
const cashOut = (page: Page): Locator => page.getByRole('button', { name: 'Cash Out' });
const pastPayouts = (page: Page): Locator =>
  page.getByRole('table', { name: 'Past payouts' }).locator('tbody tr');

test.describe('paying out', () => {
  test('[R-CSH-04] [R-CSH-05] [R-CSH-07] eligible earnings are paid out and listed, and a reversed payout comes back without a reload', async ({
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

    const transferId = said.split(' ').at(-1) ?? '';
    await services().stripe.transfers.createReversal(transferId, {});
    await expect(pastPayouts(page)).toContainText('Returned');
    await expect(figure(page, 'Available now')).toHaveText('$48.95');
    expect(earner.uid).not.toBe('');
  });
});
