import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { alertAfter, pressCashOut } from './support/alerts.ts';
import { fundPayouts, giveEarnings, leaveForm } from './support/earnings.ts';
import { expect, test } from './support/fixtures.ts';
import { figure } from './support/purchase.ts';

test('[R-CSH-05] earnings of yesterday can be paid out three days later, and not before', {
  tag: ['@once', '@long'],
}, async ({ page, newAccount, signIn, stack, market }) => {
  const fan = await newAccount();
  await giveEarnings(fan, { 1: 30 });
  await leaveForm({ stack, market }, fan, 'enabled');
  await fundPayouts(market);
  await signIn(page, fan);
  await page.goto('/cashout');
  const available = figure(page, 'Available now');
  await expect(available).toHaveText('$0.00');
  await expect(figure(page, 'Available later')).toHaveText('$30.00');
  await page.getByLabel('Payout amount').fill('30');
  await expect(page.getByLabel('Payout amount')).toHaveValue('0.00');

  await market.shiftClock(2 * DAY_MILLIS);
  await page.reload();
  await expect(available).toHaveText('$0.00');
  await market.shiftClock(DAY_MILLIS);
  await page.reload();
  await expect(available).toHaveText('$30.00');
  await expect(page.getByText('No earnings are pending.')).toBeVisible();
  await page.getByLabel('Payout amount').fill('30');
  const said = await pressCashOut(page);
  expect(said).toMatch(/^Payout successful! Transfer ID: tr_/);
});

test('[R-CSH-07] while Stripe takes no transfers a payout is on its way; the same again goes on with it', {
  tag: ['@once', '@long'],
}, async ({ page, newAccount, signIn, stack, market, consoleGuard }) => {
  consoleGuard.expect(/status of (400|500).*processPayout/);
  const fan = await newAccount();
  await giveEarnings(fan, { 9: 60 });
  await leaveForm({ stack, market }, fan, 'enabled');
  await fundPayouts(market);
  await signIn(page, fan);
  await page.goto('/cashout');
  const rows = page.getByRole('table', { name: 'Past payouts' }).locator('tbody tr');
  const mend = await market.breakStripe('reset', '/v1/transfers');
  await page.getByLabel('Payout amount').fill('25');
  expect(await pressCashOut(page)).toBe('Failed to process payout. Please try again.');
  await expect(rows).toContainText('On its way');
  await expect(page.getByText('A payout is already on its way.').first()).toBeVisible();
  await expect(figure(page, 'Available now')).toHaveText('$35.00');

  await mend();
  const confirm = page.getByRole('button', { name: 'Confirm' });
  expect(await alertAfter(page, () => confirm.click())).toMatch(
    /^Payout successful! Transfer ID: tr_/,
  );
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Sent');
  await expect(page.getByText('A payout is already on its way.')).toHaveCount(0);
});
