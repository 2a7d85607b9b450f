import { formatDate } from '@datchain/shared/domain/format.ts';
import { inBankBy } from '@datchain/shared/domain/payout.ts';
import { DAY_MILLIS, MINUTE_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { expect } from '@playwright/test';
import { test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { factsIn, figure } from '../../testing/read-page.ts';

const portal = portalSite();

test('[N-INP-13] on a device 400 days ahead, every screen counts what can be cashed out by the server’s clock', async () => {
  const behindMillis = 400 * DAY_MILLIS;
  const serverNow = Date.now() - behindMillis;
  const yesterday = utcDay(serverNow - DAY_MILLIS);
  const year = utcDay(serverNow).slice(0, 4);
  const given: Given = {
    user: { uid: 'fan', email: 'fan@dats.test' },
    live: {
      'users/fan/summary': {
        earnedCreditsStrings: { totalCredits: '400' },
        earnedCreditsByDate: { [yesterday]: { total: 400, spent: 0 } },
      },
      '.info/serverTimeOffset': -behindMillis,
    },
    documents: {
      'assetsSummary/main': {
        assets: [{ id: 'bus', SongName: 'Night Bus to Lagos', creatorId: 'fan' }],
      },
    },
    calls: {
      createOrRetrieveAccount: { result: { stripeAccountId: 'acct_1', payouts_enabled: true } },
      getPayoutQuote: { status: 503 },
    },
  };
  const { page } = await portal.open('/wallet', given);
  const account = page.getByRole('region', { name: 'Your earnings' });
  await expect
    .poll(() => factsIn(account))
    .toContainEqual(expect.stringMatching(/^Available from .*: \$40\.00$/));
  expect(await factsIn(account)).toContain('Available now: $0.00');
  await page.getByRole('button', { name: 'Earnings', exact: true }).click();
  const lines = page.getByRole('region', { name: 'Earnings, in lines' });
  await expect.poll(() => factsIn(lines)).toContain('Available now: $0.00');

  const { page: desk } = await portal.open('/desk', given);
  await expect(figure(desk, 'Available later')).toHaveText('$40.00');
  await expect(figure(desk, 'Available now')).toHaveText('$0.00');
  await expect(desk.getByLabel('Year')).toHaveValue(year);

  const { page: statement } = await portal.open('/wallet/earnings', given);
  await expect(figure(statement, 'Available now')).toHaveText('$0.00');
  await expect(statement.getByLabel('Statement for')).toHaveValue(year);

  portal.expectComplaint(/status of 503 .*getPayoutQuote/);
  const { page: cashout } = await portal.open('/cashout', given);
  await expect(cashout.getByText(/^Usually by/)).toHaveText(
    `Usually by ${formatDate(inBankBy(serverNow))}`,
  );
});

test.each([
  ['400 days ahead', 400],
  ['400 days behind', -400],
])(
  '[N-INP-13] on a device %s, an order counts the time left to pay by the server’s clock',
  async (_device, aheadDays) => {
    const now = Date.now() - aheadDays * DAY_MILLIS;
    const order = {
      state: 'reserved',
      blockId: '36',
      qty: 30,
      total: 1_080,
      settledAt: null,
      now,
      expiresAt: now + 12 * MINUTE_MILLIS,
      url: 'https://checkout.stripe.test/pay',
    };
    const { page } = await portal.open('/orders/o1', {
      user: { uid: 'fan', email: 'fan@dats.test' },
      calls: { getOrderStatus: { result: order } },
    });
    await expect.poll(() => factsIn(page.getByRole('main'))).toContain('Time left: 12 minutes');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      '30 tokens are kept for you until you pay or the time runs out.',
    );
  },
);
