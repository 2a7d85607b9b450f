import { confirmEmailText } from '@datchain/shared/domain/confirmed-email.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import { portalSite } from '../testing/portal-site.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };
const given = {
  user: { ...user, isUnconfirmed: true },
  live: { 'datchainwallets/fan': { 36: { price: 0.36, qty: 100 } } },
};
const quote = {
  eligibleCents: 6_000,
  pending: [],
  days: 4,
  tokenQty: 0,
  tokenValue: 0,
  tokenCents: 0,
  payouts_enabled: true,
  setup: 'ready',
  blockedBy: null,
};
const cashoutCalls = {
  createOrRetrieveAccount: { result: { stripeAccountId: 'acct_1', payouts_enabled: true } },
  getPayoutQuote: { result: quote },
  processPayout: { result: { transferId: 'tr_1' } },
};

const notice = (page: Page) => page.getByText(confirmEmailText);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('[N-MON-12] the page that the link of the e-mail leads to says that the address is confirmed', async () => {
  const { page } = await portal.open('/wallet#confirmed', { ...given, user });
  await expect(page.getByText('Your address is confirmed.')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const unconfirmed = await portal.open('/wallet#confirmed', given);
  await expect(unconfirmed.page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
  await expect(unconfirmed.page.getByText('Your address is confirmed.')).toHaveCount(0);
});

describe('where the address is not confirmed yet', () => {
  test('[N-MON-12] listing tokens asks for a confirmed address, sends the e-mail, and continues once its link was opened', async () => {
    const { page, change, asked, answer } = await portal.open('/wallet', given);
    answer('listDatChainTokens', { result: { listingId: 'l1' } });
    answer('sendConfirmation', { result: { isConfirmed: false } });
    await button(page, 'List for sale from Link 36').click();
    const dialog = page.getByRole('dialog', { name: 'List tokens for sale' });
    await expect(notice(page)).toBeVisible();
    await expect(button(page, 'List for sale')).toBeDisabled();
    await button(page, 'Send e-mail').click();
    await expect(dialog.getByText('We sent an e-mail to fan@dats.test.')).toBeVisible();
    await button(page, 'I opened the link').click();
    await expect(dialog.getByText('has not been opened yet')).toBeVisible();
    const mail = { name: 'sendConfirmation', input: { backTo: '/wallet' } };
    expect(asked).toMatchObject([mail]);
    await change({ user });
    await button(page, 'I opened the link').click();
    await expect(notice(page)).toHaveCount(0);
    await button(page, 'List for sale').click();
    await expect(dialog).toHaveCount(0);
    expect(asked).toMatchObject([mail, { name: 'listDatChainTokens' }]);
  });

  test('[N-MON-12] cashing out waits for the confirmation, and continues by itself when the user returns from the e-mail', async () => {
    const { page, change } = await portal.open('/cashout', { ...given, calls: cashoutCalls });
    await expect(notice(page)).toBeVisible();
    await expect(button(page, 'Cash Out')).toBeDisabled();
    await comeBack(page);
    await expect(button(page, 'Cash Out')).toBeDisabled();
    await change({ user });
    await comeBack(page);
    await expect(notice(page)).toHaveCount(0);
    await expect(button(page, 'Cash Out')).toBeEnabled();
  });

  test('[N-PPL-17] a user who asks too often reads when they can ask again', async () => {
    portal.expectComplaint(/429/);
    const { page, answer } = await portal.open('/cashout', { ...given, calls: cashoutCalls });
    const message = 'An e-mail was sent to this address a moment ago. Ask again in 1 minute.';
    answer('sendConfirmation', { status: 429, message });
    await button(page, 'Send e-mail').click();
    await expect(page.getByText(message)).toBeVisible();
    answer('sendConfirmation', { result: { isConfirmed: false } });
    await button(page, 'Send e-mail').click();
    await expect(page.getByText('We sent an e-mail to fan@dats.test.')).toBeVisible();
  });

  test('[N-MON-12] users with a confirmed address are not asked to confirm it', async () => {
    const { page } = await portal.open('/cashout', { ...given, user, calls: cashoutCalls });
    await expect(button(page, 'Cash Out')).toBeEnabled();
    await expect(notice(page)).toHaveCount(0);
  });

  test('axe finds nothing on the request to confirm, on a dark phone', {
    tags: 'long',
  }, async () => {
    const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const };
    const { page } = await portal.open('/cashout', { ...given, options, calls: cashoutCalls });
    await expect(notice(page)).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
  });
});
