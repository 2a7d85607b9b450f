import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from 'vitest';
import type { Given } from '../testing/given.ts';
import { portalSite } from '../testing/portal-site.ts';
import { figure } from '../testing/read-page.ts';

const portal = portalSite();

const daysAgo = (days: number) => utcDay(Date.now() - days * DAY_MILLIS);
const line = { month: daysAgo(30).slice(0, 7), datId: 'bus', count: 1, micros: 12_500_000 };

const given: Given = {
  user: { uid: 'ada', email: 'ada@dats.test' },
  live: {
    'users/ada/summary': {
      earnedCreditsStrings: { totalCredits: '587' },
      earnedCreditsByDate: {
        [daysAgo(30)]: { total: 489.5, spent: 0 },
        [daysAgo(1)]: { total: 97.5, spent: 0 },
      },
    },
    'datChainTokenWallets/ada': { qty: 12 },
    'utilitySpend/ada': { totalCents: 510_000, awarded: 20 },
    metrics: {
      utilitySold: { totalCents: 1_000_000 },
      datToken: { poolCents: 5_000_000, circulating: 100_000, issuedToUsers: 500 },
    },
  },
  documents: {
    'users/ada/wallet/main': {
      balance: 0,
      ownedDats: [{ id: 'bus', edition: 1, earnings: 12.5, royalties: 2.5 }],
      created: [{ datId: 'bus', earnedMicros: 12_500_000 }],
    },
    'users/ada/earnings/a': { ...line, kind: 'streams', platform: 'spotify' },
    'assetsSummary/main': {
      assets: [{ id: 'bus', SongName: 'Night Bus', creatorId: 'ada', editions: [] }],
    },
  },
  calls: {
    createOrRetrieveAccount: { result: { stripeAccountId: 'acct_1', payouts_enabled: true } },
    getPayoutQuote: {
      result: {
        eligibleCents: 4_895,
        days: 4,
        tokenQty: 12,
        tokenValue: 0.5,
        tokenCents: 600,
        pending: [{ date: daysAgo(1), countsFrom: Date.now(), micros: 9_750_000 }],
        payouts_enabled: true,
        setup: 'ready',
        blockedBy: null,
      },
    },
  },
};

const fact = (place: Page | Locator, label: string | RegExp) =>
  place.locator('.fact-list > div').filter({ hasText: label }).locator('dd').first();

test('[N-FIG-05] [N-EXP-01] the amount to pay out, a work’s earnings and the worth of reward tokens are the same on every screen', async () => {
  const printed: Record<string, number[]> = {};
  const read = async (name: string, place: Locator) => {
    await expect(place, name).toHaveText(/\$\d/);
    const [, dollars] = /(?:.*worth )?\$(\d+\.\d+)/.exec(await place.innerText()) ?? [];
    printed[name] = [...(printed[name] ?? []), Number(dollars)];
  };
  const readAvailable = async (page: Page) => {
    await read('now', figure(page, 'Available now'));
    await read('later', figure(page, 'Available later'));
  };

  const { page } = await portal.open('/wallet', given);
  await read('one token', figure(page, 'Value per datchain token'));
  await read('all tokens', page.locator('.metric-note').filter({ hasText: 'worth' }));
  await read('one token', page.locator('.rewards').getByText(/to get a reward token, worth/));
  const account = page.getByRole('region', { name: 'Your earnings' });
  await read('now', fact(account, /^Available now/));
  await read('later', fact(account, /^Available from/));
  await read('all tokens', fact(account, /^12 reward tokens/));
  await read('work', page.getByRole('article').locator('dl > div:last-child dd'));
  await page.getByRole('button', { name: 'Earnings', exact: true }).click();
  const lines = page.getByRole('region', { name: 'Earnings, in lines' });
  await read('now', fact(lines, /^Available now/));
  await read('work', lines.getByRole('row', { name: 'Night Bus' }).locator('td').last());

  await read('work', figure((await portal.open('/wallet/dat/bus', given)).page, 'Total Earnings'));
  await readAvailable((await portal.open('/wallet/earnings', given)).page);
  const { page: desk } = await portal.open('/desk', given);
  await readAvailable(desk);
  await read('work', figure(desk, 'Earned so far'));

  const { page: cashout } = await portal.open('/cashout', given);
  await readAvailable(cashout);
  await cashout.getByRole('tab', { name: 'Tokens' }).click();
  await read('all tokens', figure(cashout, 'Worth today'));
  await read('one token', fact(cashout, /^Value of one/));

  expect(printed).toEqual({
    now: Array(5).fill(48.95),
    later: Array(4).fill(9.75),
    // Earned as its creator, and as the owner of an edition.
    work: Array(4).fill(25),
    'one token': Array(3).fill(0.5),
    'all tokens': Array(3).fill(6),
  });
});
