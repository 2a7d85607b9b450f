import { services } from '@datchain/functions/services.ts';
import { formatDate } from '@datchain/shared/domain/format.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Locator, Page } from '@playwright/test';
import { alertAfter, pressCashOut } from './support/alerts.ts';
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

  test('[R-CSH-01] a link that was used leads back with a word; going back finds the page as it was', {
    tag: ['@once', '@long'],
  }, async ({ page, newAccount, signIn }) => {
    await signIn(page, await newAccount());
    await page.goto('/cashout');
    await page.getByRole('button', { name: 'Set up payouts with Stripe' }).click();
    await page.waitForURL(/\/setup\/e\//);
    await page.reload();
    await expect(page).toHaveURL('/cashout?setup=expired');
    await expect(page.getByText('Open a new one.')).toBeVisible();
    await page.getByRole('button', { name: 'Set up payouts with Stripe' }).click();
    await page.waitForURL(/\/setup\/e\//);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Set up payouts with Stripe' })).toBeEnabled();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('[R-CSH-01] a check that fails shows the setup, and heals', {
    tag: ['@once', '@long'],
  }, async ({ page, earner, consoleGuard }) => {
    consoleGuard.expect(/Failed to load resource.*createOrRetrieveAccount/);
    expect(earner.uid).not.toBe('');
    await page.route('**/createOrRetrieveAccount', (route) => route.abort());
    await page.goto('/cashout');
    await expect(setupHeading(page)).toBeVisible();
    await expect(page.getByText('could not be checked')).toBeVisible();
    await page.unroute('**/createOrRetrieveAccount');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(figure(page, 'Available now')).toHaveText('$48.95');
  });

  test.describe('on an iPhone', () => {
    test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' });

    test('[R-CAL-08] the form opens in a new tab, which says that it can be closed', {
      tag: ['@once', '@long'],
    }, async ({ page, newAccount, signIn }) => {
      await signIn(page, await newAccount());
      await page.goto('/cashout');
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Set up payouts with Stripe' }).click();
      const form = await opened;
      await form.getByRole('button', { name: 'Finish setup' }).click();
      await expect(form).toHaveURL('/cashout?setup=done&tab=new');
      await expect(form.getByText('You can close this tab.')).toBeVisible();
      // Nothing was earned yet: there is no form below the minimum (N-FIG-07).
      await expect(figure(form, 'Available now')).toHaveText('$0.00');
      await page.getByRole('button', { name: 'Check again' }).click();
      await expect(figure(page, 'Available now')).toHaveText('$0.00');
    });
  });

  test('[R-SES-03] a visitor is asked to log in, and comes back', {
    tag: ['@once', '@long'],
  }, async ({ page, newAccount }) => {
    const { email, password } = await newAccount();
    await page.goto('/cashout?setup=done');
    await page.getByRole('main').getByRole('link', { name: 'LOG IN' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'LOG IN' }).click();
    await expect(page).toHaveURL('/cashout?setup=done');
    await expect(setupHeading(page)).toBeVisible();
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

  test('[R-CSH-03] the field keeps digits and a point, and no more than there is', {
    tag: ['@once', '@long'],
  }, async ({ page, earner }) => {
    expect(earner.uid).not.toBe('');
    await page.goto('/cashout');
    for (const [typed, kept] of [
      ['abc', ''],
      ['-30', '30'],
      ['007', '7'],
      ['25.999', '25.99'],
      ['1000', '48.95'],
    ] as const) {
      await amount(page).fill('');
      await amount(page).pressSequentially(typed);
      await expect(amount(page)).toHaveValue(kept);
    }
  });

  test('[R-CSH-02] [R-CSH-06] reward tokens pay out quantity × value, by keyboard alone', {
    tag: ['@once', '@long'],
  }, async ({ page, admin, market, stack, newAccount, signIn }) => {
    const fan = await newAccount();
    const stored = (await admin.database.ref('metrics/datToken').get()).val();
    const centsEach = stored.poolCents / stored.circulating;
    const qty = Math.ceil(3_000 / centsEach);
    await giveEarnings(fan, {}, { rewardQty: qty });
    await leaveForm({ stack, market }, fan, 'enabled');
    await fundPayouts(market);
    await signIn(page, fan);
    await page.goto('/cashout');
    await page.getByRole('tab', { name: 'Earnings' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Tokens' })).toBeFocused();
    const available = `$${(Math.round(qty * centsEach) / 100).toFixed(2)}`;
    await expect(figure(page, 'Available now')).toHaveText(available);
    await page.keyboard.press('Tab');
    await expect(amount(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(amount(page)).toHaveValue(available.slice(1));
    await expect(page.getByText('Reward tokens used').locator('..')).toContainText(
      qty.toLocaleString('en-US'),
    );
    await amount(page).press('Enter');
    const confirm = page.getByRole('button', { name: 'Confirm' });
    const said = await alertAfter(page, () => confirm.press('Enter'));
    expect(said).toMatch(/^Payout successful! Transfer ID: tr_/);
    await expect(pastPayouts(page)).toContainText('Tokens');
    await expect(figure(page, 'Available now')).toHaveText('$0.00');
  });

  test('[R-CSH-07] a double click pays once', { tag: ['@once', '@long'] }, async ({
    page,
    earner,
  }) => {
    await page.goto('/cashout');
    await amount(page).fill('25');
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.accept();
    });
    await cashOut(page).click();
    await page.getByRole('button', { name: 'Confirm' }).dblclick();
    await expect(pastPayouts(page)).toContainText('Sent');
    await expect(figure(page, 'Available now')).toHaveText('$23.95');
    await expect.poll(() => alerts.length).toBe(1);
    expect(earner.uid).not.toBe('');
    await expect(pastPayouts(page)).toHaveCount(1);
    expect(alerts).toHaveLength(1);
  });

  test('[R-CSH-07] [R-CSH-08] a payout that is refused, or not answered, fails in its sentence', {
    tag: ['@once', '@long'],
  }, async ({ page, earner, stack, market, consoleGuard }) => {
    consoleGuard.expect(/processPayout/);
    await page.goto('/cashout');
    await amount(page).fill('25');
    await page.route('**/processPayout', (route) => route.abort());
    expect(await pressCashOut(page)).toBe('Failed to process payout. Please try again.');
    await expect(amount(page)).toHaveValue('25');
    await page.unroute('**/processPayout');

    await leaveForm({ stack, market }, earner, 'rejected');
    expect(await pressCashOut(page)).toBe('Failed to process payout. Please try again.');
    await expect(page.getByText('Stripe has rejected this account')).toBeVisible();
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

  test('[R-CSH-09] when eligible credits cannot be computed, all that was earned shows', {
    tag: ['@once', '@long'],
  }, async ({ page, earner, consoleGuard }) => {
    consoleGuard.expect(/Failed to load resource.*getPayoutQuote/);
    expect(earner.uid).not.toBe('');
    await page.route('**/getPayoutQuote', (route) => route.abort());
    await page.goto('/cashout');
    await expect(figure(page, 'Available now')).toHaveText('$58.70');
    await expect(page.getByText('this is all you earned')).toBeVisible();
  });

  test('[R-SES-02] another user in the same browser never sees the amounts of the first', {
    tag: ['@once', '@long'],
  }, async ({ page, context, earner, newAccount, logIn }) => {
    await page.goto('/cashout');
    await expect(figure(page, 'Available now')).toHaveText('$48.95');
    await amount(page).fill('30');
    const other = await context.newPage();
    await other.goto('/logout');
    await other.waitForURL('**/home');
    await expect(page.getByText('Log in to cash out')).toBeVisible();
    await logIn(other, await newAccount());
    await expect(setupHeading(page)).toBeVisible();
    await expect(page.getByText('48.95')).toHaveCount(0);
    expect(earner.uid).not.toBe('');
  });
});
