import { expect, test } from '@datchain/testing/browsers/holder.ts';
import {
  backForwardCache,
  goBackToKept,
  keptComplaint,
  watchKept,
} from '@datchain/testing/browsers/kept-pages.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import { readSights, recordSights } from '@datchain/testing/browsers/recorder.ts';
import { expectReads } from './reading.ts';
import { heldScreens } from './screens.ts';

test.use(backForwardCache);

test.beforeEach(({ consoleGuard }) => consoleGuard.expect(keptComplaint));

const overlay = 'dialog.overlay[open]';

test('a user who comes back from the setup of payouts finds the cash-out as it was', {
  tag: ['@once', '@long'],
}, async ({ page, logIn, newAccount }) => {
  await page.goto('/logout');
  await page.waitForURL('**/home');
  await logIn(page, await newAccount());
  await page.goto('/cashout');
  const form = page.getByRole('button', { name: 'Set up payouts with Stripe' });
  await expect(form).toBeEnabled();
  await watchKept(page);
  await form.click();
  await page.waitForURL(/\/setup\/e\//);
  await goBackToKept(page);
  await expect(page.locator(overlay)).toHaveCount(0);
  await expect(form).toBeEnabled();
});

test('a user who comes back from the cash-out details finds the wallet with its settings closed', {
  tag: ['@once', '@long'],
}, async ({ page }) => {
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Wallet Settings' }).click();
  await watchKept(page);
  await page.getByRole('button', { name: 'Edit Cash-out Details' }).click();
  await page.waitForURL(/\/setup\/e\//);
  await goBackToKept(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Wallet Settings' }).click();
  await expect(page.getByRole('button', { name: 'Edit Cash-out Details' })).toBeEnabled();
});

for (const screen of heldScreens) {
  test(`${screen.name}, cached by the browser, is live again when somebody comes back`, {
    tag: ['@once', '@long'],
  }, async ({ page, holder }) => {
    await page.goto(screen.path(holder));
    await expectReads({ page, holder, screen }, 'arrived');
    await watchKept(page);
    await page.goto('/about');
    await goBackToKept(page);
    await expectReads({ page, holder, screen }, 'arrived');
    await expect(page.getByText('Trying again.')).toHaveCount(0);
    if (screen.name !== 'an edition for sale') return;
    await expect(page.getByRole('button', { name: /^Buy for/ })).toBeEnabled();
  });
}

test('[R-SES-02] a page cached by the browser shows no data of a user who has logged out since', {
  tag: ['@once', '@long'],
}, async ({ page, context, logIn, newAccount }) => {
  await recordSights(context);
  await page.goto('/wallet');
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$285.00');
  await page.goto('/about');
  const door = await context.newPage();
  await door.goto('/logout');
  await door.waitForURL('**/home');
  const other = await newAccount();
  await logIn(door, other);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByText("You don't own any DAT tokens or DATS yet.")).toBeVisible();
  const sights = await readSights(page);
  expect(sights.length).toBeGreaterThan(0);
  expect(sights.filter(({ uid, text }) => uid === other.uid && text.includes('$285.00'))).toEqual(
    [],
  );
});
