import { alertAfter } from '@datchain/testing/browsers/alerts.ts';
import { sweep } from '@datchain/testing/pure/scale.ts';
import { expect } from '@playwright/test';
import { test } from 'vitest';
import type { Answer } from '../../testing/calls.ts';
import { payouts } from '../../testing/payouts.ts';
import { portalSite } from '../../testing/portal-site.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };
const authorization = 'Bearer token of fan';

const account = (isReady: boolean): Answer => ({
  result: { stripeAccountId: 'acct_1', payouts_enabled: isReady },
});
const billing: Answer = { result: { url: 'https://billing.stripe.test/p/1' } };
const quote = payouts('begin');

async function openSettings(calls: Record<string, Answer> = {}) {
  const opened = await portal.open('/wallet', { user, calls });
  await opened.page.getByRole('button', { name: 'Wallet Settings' }).click();
  const dialog = opened.page.getByRole('dialog', { name: 'Wallet Settings' });
  await expect(dialog).toBeVisible();
  const way = (name: string) => dialog.getByRole('button', { name });
  return { ...opened, dialog, way };
}

test('[R-WAL-02] Cash Out goes to /cashout', async () => {
  const calls = { createOrRetrieveAccount: account(false), getPayoutQuote: quote };
  const { page } = await portal.open('/wallet', { user, calls });
  await page.getByRole('link', { name: 'Cash Out' }).click();
  await expect(page).toHaveURL(/\/cashout$/);
  await expect(page.getByRole('heading', { name: 'Cash Out', level: 1 })).toBeVisible();
});

test('[R-WAL-02] Wallet Settings has two actions and Close; opening and closing it makes no request', async () => {
  const { dialog, way, asked } = await openSettings();
  await expect(dialog.locator('.wallet-settings').getByRole('button')).toHaveText([
    'Edit Cash-out Details',
    'Edit Billing Info',
  ]);
  await way('Close').last().click();
  await expect(dialog).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('[R-WAL-02] Edit Cash-out Details asks for the account, then for its form, and goes there', async () => {
  const { page, way, asked, answer } = await openSettings({
    createOrRetrieveAccount: account(true),
  });
  let send: (reply: { result: unknown }) => void = () => {};
  answer('createOnboardingLink', new Promise((resolve) => (send = resolve)));
  await way('Edit Cash-out Details').click();
  await expect(page.getByRole('dialog', { name: 'Opening Stripe…' })).toBeVisible();
  await expect.poll(() => asked.length).toBe(2);
  send({ result: { url: 'https://connect.stripe.test/setup/1' } });
  await expect(page).toHaveURL('https://connect.stripe.test/setup/1');
  expect(asked).toEqual([
    { name: 'createOrRetrieveAccount', input: { email: 'fan@dats.test' }, authorization },
    { name: 'createOnboardingLink', input: {}, authorization },
  ]);
});

test('[R-WAL-02] Edit Billing Info opens the billing portal in a new tab, which has no access to this one', async () => {
  const { page, dialog, way, asked } = await openSettings({ createBillingPortalLink: billing });
  const opened = page.waitForEvent('popup');
  await way('Edit Billing Info').click();
  const tab = await opened;
  await expect(tab).toHaveURL('https://billing.stripe.test/p/1');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/wallet$/);
  expect(asked).toEqual([{ name: 'createBillingPortalLink', input: {}, authorization }]);
});

type Failing = [way: string, call: string, how: Answer];
const worst: Failing[] = [
  ['Edit Cash-out Details', 'createOnboardingLink', 'unreachable'],
  ['Edit Billing Info', 'createBillingPortalLink', { status: 503 }],
];
const others: Failing[] = [
  ['Edit Cash-out Details', 'createOrRetrieveAccount', { status: 500 }],
  ['Edit Cash-out Details', 'createOnboardingLink', { status: 409, message: 'Wait a moment.' }],
];
test.each(sweep(worst, others))(
  '[R-WAL-11] %s: when %s fails an alert says so, and the next try works',
  async (name, call, how) => {
    portal.expectComplaint(new RegExp(`Failed to load resource.*/${call}`));
    const working: Record<string, Answer> = {
      createOrRetrieveAccount: account(true),
      createOnboardingLink: { result: { url: 'https://connect.stripe.test/setup/1' } },
      createBillingPortalLink: billing,
    };
    const { page, dialog, way, answer } = await openSettings({ ...working, [call]: how });
    expect(await alertAfter(page, () => way(name).click())).toBe(
      'Unable to open Stripe – try again.',
    );
    await expect(page).toHaveURL(/\/wallet$/);
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Opening Stripe…' })).toHaveCount(0);
    expect(page.context().pages()).toHaveLength(1);
    for (const [each, reply] of Object.entries(working)) answer(each, reply);
    await way(name).click();
    await expect
      .poll(() =>
        page
          .context()
          .pages()
          .map((tab) => tab.url()),
      )
      .toContainEqual(expect.stringMatching(/^https:..(billing|connect)\.stripe\.test/));
  },
);

test('[R-WAL-11] a payment account that is not ready leads to /cashout, without an alert or its form', async () => {
  const { page, dialog, way, asked } = await openSettings({
    createOrRetrieveAccount: account(false),
    getPayoutQuote: quote,
  });
  const alerts: string[] = [];
  page.on('dialog', (shown) => {
    alerts.push(shown.message());
    void shown.accept();
  });
  await way('Edit Cash-out Details').click();
  await expect(page).toHaveURL(/\/cashout$/);
  await expect(page.getByRole('heading', { name: 'Complete Your Stripe Setup' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(alerts).toEqual([]);
  expect(asked.map(({ name }) => name)).not.toContain('createOnboardingLink');
});
