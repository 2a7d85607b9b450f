import { alertAfter, pressCashOut } from '@datchain/testing/browsers/alerts.ts';
import { expect } from '@playwright/test';
import { test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { figure } from '../../testing/read-page.ts';

const portal = portalSite();

const small = {
  eligibleCents: 2_499,
  pending: [],
  days: 4,
  tokenQty: 4,
  tokenValue: 0.0278,
  tokenCents: 11,
  payouts_enabled: true,
  setup: 'ready',
  blockedBy: null,
};

const given = (quote: typeof small): Given => ({
  user: { uid: 'fan', email: 'fan@dats.test' },
  calls: {
    createOrRetrieveAccount: { result: { stripeAccountId: 'acct_1', payouts_enabled: true } },
    getPayoutQuote: { result: quote },
  },
});

test('[N-FIG-07] a balance below the minimum shows no form, but the balance, the missing amount and the worth of reward tokens', async () => {
  const { page } = await portal.open('/cashout', given(small));
  const panel = page.getByRole('tabpanel');
  await expect(figure(page, 'Available now')).toHaveText('$24.99');
  await expect(panel).toContainText('You can cash out once you have $25.00. You need $0.01 more.');
  await expect(page.getByLabel('Payout amount')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cash Out' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await expect(figure(page, 'Worth today')).toHaveText('$0.111');
  await expect(panel).toContainText(
    '4 reward tokens, worth $0.111. Reward tokens can be cashed out from $25.00 on.',
  );
  await expect(panel).not.toContainText(/\$0\.11(?!\d)/);
  await expect(page.getByLabel('Payout amount')).toHaveCount(0);
});

test('[R-CSH-07] [N-FIG-07] a payout of the whole balance keeps the cleared field until the page is left', async () => {
  const { page, answer } = await portal.open('/cashout', given({ ...small, eligibleCents: 4_895 }));
  const amount = page.getByLabel('Payout amount');
  answer('processPayout', { result: { transferId: 'tr_1' } });
  await page.getByRole('button', { name: 'Max' }).click();
  answer('getPayoutQuote', { result: { ...small, eligibleCents: 0 } });
  await pressCashOut(page);
  await expect(figure(page, 'Available now')).toHaveText('$0.00');
  await expect(amount).toHaveValue('');
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByRole('tab', { name: 'Earnings' }).click();
  await expect(amount).toHaveCount(0);
});

test('[R-CSH-07] a failed payout shows an alert and keeps the amount, and its retry is the same payout', async () => {
  portal.expectComplaint(/status of [45]00.*processPayout/);
  const { page, asked, answer } = await portal.open(
    '/cashout',
    given({ ...small, eligibleCents: 4_895 }),
  );
  const amount = page.getByLabel('Payout amount');
  const confirm = page.getByRole('button', { name: 'Confirm' });
  const confirmAgain = () => alertAfter(page, () => confirm.click());
  answer('processPayout', { status: 500 });
  await amount.fill('25');
  expect(await pressCashOut(page)).toBe('Failed to process payout. Please try again.');
  await expect(amount).toHaveValue('25');
  answer('processPayout', { result: { transferId: 'tr_1' } });
  expect(await confirmAgain()).toBe('Payout successful! Transfer ID: tr_1');
  // The payout's outcome is now known; a refused payout's is too.
  answer('processPayout', { status: 400, message: 'Complete your payout setup first.' });
  await amount.fill('25');
  await pressCashOut(page);
  await confirmAgain();
  const [first, again, next, after] = asked
    .filter(({ name }) => name === 'processPayout')
    .map(({ input }) => (input as { key: string }).key);
  expect(again).toBe(first);
  expect(new Set([first, next, after]).size).toBe(3);
});
