import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { factsIn, figure, readRows } from '../../testing/read-page.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };
const edition = { edition: 1, earnings: 0, sold: false, isForSale: false, royalties: 2.5 };

const stored = {
  user,
  live: {
    'datchainwallets/fan': { 36: { price: 0.36, qty: 1_000 }, 100: { price: 1, qty: 50 } },
    'datChainTokenWallets/fan': { qty: 12 },
    'utilitySpend/fan': { totalCents: 510_000, awarded: 20 },
    'users/fan/summary': {
      currentCreditsStrings: { totalCredits: '4,100.00' },
      earnedCreditsStrings: { totalCredits: '250' },
    },
    metrics: {
      utilitySold: { totalCents: 1_000_000 },
      datToken: { poolCents: 4_170_000, circulating: 100_000, issuedToUsers: 500 },
    },
    'streamStats/bus': { totalEarnings: 1_234.5 },
    'earnings/bus': { totalEarnings: 2_000, sales: { totalEarnings: 40 } },
    'earnings/salt': { totalEarnings: 240, sales: { totalEarnings: 40 } },
  },
  documents: {
    'users/fan/wallet/main': {
      balance: 410,
      ownedDats: [
        { ...edition, id: 'bus', earnings: 12.5 },
        { ...edition, id: 'salt', edition: 7, earnings: 7.25, sold: true },
      ],
    },
    'assetsSummary/main': {
      assets: [
        { id: 'bus', SongName: 'Night Bus to Lagos', creatorId: 'ada' },
        { id: 'salt', SongName: 'Salt on the Wires', creatorId: 'marlow' },
      ],
    },
  },
} satisfies Given;

async function openTotal(page: Page, label: string) {
  await page.getByRole('button', { name: label, exact: true }).click();
  return page.getByRole('region', { name: `${label}, in lines` });
}

describe('the name of the wallet’s owner', () => {
  test('[R-DB-04] the wallet’s name is the username of the user document, live', async () => {
    const { page, change } = await portal.open('/wallet', {
      ...stored,
      documents: { ...stored.documents, 'users/fan': { username: 'night.fan' } },
    });
    const name = page.getByText(/^@/).first();
    await expect(name).toHaveText('@night.fan');
    await change({ documents: { 'users/fan': { username: 'day.fan' } } });
    await expect(name).toHaveText('@day.fan');
  });

  test('a missing username leaves its line empty, so that nothing moves', async () => {
    const { page, change } = await portal.open('/wallet', stored);
    const top = async () => (await page.locator('.metric').first().boundingBox())?.y;
    await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$410.00');
    const before = await top();
    await change({ documents: { 'users/fan': { username: 'night.fan' } } });
    await expect(page.getByText('@night.fan')).toBeVisible();
    expect(await top()).toBe(before);
  });
});

describe('the totals', () => {
  test('[N-EXP-10] the change of a spent token is named, and counts in the total', async () => {
    const lots = [
      { blockId: '36', priceCents: 36, qty: 1_000, faceMicros: 360_000_000 },
      { blockId: '100', priceCents: 100, qty: 50, faceMicros: 50_000_000 },
    ];
    const wallet = { ...stored.documents['users/fan/wallet/main'], lots };
    const withChange = (changeMicros: number) => ({
      documents: { ...stored.documents, 'users/fan/wallet/main': { ...wallet, changeMicros } },
    });
    const { page, change } = await portal.open('/wallet', { ...stored, ...withChange(200_000) });
    const blocks = page.getByRole('table', { name: 'Token blocks' });
    await expect(blocks.getByRole('row', { name: 'Change, spent first' })).toContainText('$0.20');
    await expect(blocks.getByRole('row', { name: 'Total' })).toContainText('$410.20');
    await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$410.20');
    const details = await openTotal(page, 'Utility tokens (USD)');
    await expect(details).toContainText('They buy editions for $410.20');
    await expect(details).toContainText(
      '$0.20 of it is change: what was left of the last token you spent. It is spent first.',
    );
    await change(withChange(0));
    await expect(details).toContainText('They buy editions for $410.00');
    await expect(details).not.toContainText('change');
  });

  test('[R-WAL-01] [R-WAL-07] [R-DB-05] the four totals show what is stored', async () => {
    const { page } = await portal.open('/wallet', stored);
    // 1,000 at $0.36 and 50 at $1.00.
    await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$410.00');
    await expect(figure(page, 'datchain token rewards')).toHaveText('12');
    await expect(figure(page, 'Value per datchain token')).toHaveText('$0.417');
    // $12.50 and $7.25 of editions, a tenth of 250 credits, and 12 reward tokens at $0.417.
    await expect(figure(page, 'Earnings')).toHaveText('$49.754');
  });

  test('[R-WAL-01] [R-WAL-07] each total opens to the lines that make it up', async () => {
    const { page } = await portal.open('/wallet', stored);
    await expect(figure(page, 'Earnings')).toHaveText('$49.754');
    const utility = await openTotal(page, 'Utility tokens (USD)');
    await expect
      .poll(() => factsIn(utility))
      .toEqual([
        'Link 36: 1,000 tokens at $0.36: $360.00',
        'Link 100: 50 tokens at $1.00: $50.00',
        'Utility tokens (USD): $410.00',
      ]);
    const rewards = await openTotal(page, 'datchain token rewards');
    await expect
      .poll(() => factsIn(rewards))
      .toEqual(['Claimed in all: 20', 'Paid out: −8', 'datchain token rewards: 12']);
    const earnings = await openTotal(page, 'Earnings');
    await expect
      .poll(async () => (await factsIn(earnings)).slice(0, 4))
      .toEqual([
        'DATS: $19.750',
        'Tokens you sold: $25.000',
        '12 reward tokens at $0.417: $5.004',
        'Earnings: $49.754',
      ]);
    await expect(earnings.getByRole('row', { name: 'Salt on the Wires' })).toContainText('sold');
  });

  test('[N-EXP-01] [N-FIG-05] earnings show by where they are now and by where they came from, with one total', async () => {
    const { page } = await portal.open('/wallet', stored);
    const account = page.getByRole('region', { name: 'Your earnings' });
    await expect
      .poll(() => factsIn(account))
      .toEqual([
        'Available now: $0.000',
        'Earned before days were counted: $44.750',
        '12 reward tokens: $5.004',
        'Earnings, lifetime: $49.754',
        'Works you hold: $12.500',
        'Works you sold: $7.250',
        'Tokens you sold: $25.000',
        '12 reward tokens at $0.417: $5.004',
        'Earnings, lifetime: $49.754',
      ]);
    await expect(account.getByRole('link', { name: 'Statement, month by month' })).toBeVisible();
  });

  test('[R-WAL-08] a positive spot price is the value of a token; a spot price of zero is ignored', async () => {
    const { page, change } = await portal.open('/wallet', stored);
    const value = figure(page, 'Value per datchain token');
    await expect(value).toHaveText('$0.417');
    await change({ live: { 'metrics/datToken/spotPrice': 0.5 } });
    await expect(value).toHaveText('$0.50');
    // $19.75, $25.00 and 12 at $0.50.
    await expect(figure(page, 'Earnings')).toHaveText('$50.75');
    const lines = await openTotal(page, 'Value per datchain token');
    await expect
      .poll(async () => (await factsIn(lines)).slice(0, 2))
      .toEqual(['Spot price: $0.50', 'Value per datchain token: $0.50']);
    await change({ live: { 'metrics/datToken/spotPrice': 0 } });
    await expect(value).toHaveText('$0.417');
    await expect
      .poll(async () => (await factsIn(lines)).slice(0, 3))
      .toEqual([
        'Reward pool: $41,700.00',
        'Tokens in circulation: 100,000',
        'Value per datchain token: $0.417',
      ]);
  });

  test('[R-WAL-10] each figure follows the databases when its source changes', async () => {
    const { page, change } = await portal.open('/wallet', stored);
    const earnings = figure(page, 'Earnings');
    await expect(earnings).toHaveText('$49.754');
    await change({ live: { 'users/fan/summary/earnedCreditsStrings/totalCredits': '1,250' } });
    await expect(earnings).toHaveText('$149.754');
    await change({ live: { 'datChainTokenWallets/fan': { qty: 2 } } });
    await expect(earnings).toHaveText('$145.584');
    await change({ documents: { 'users/fan/wallet/main': { ownedDats: [] } } });
    await expect(earnings).toHaveText('$125.834');
    await change({ live: { 'datchainwallets/fan': { 36: { price: 0.36, qty: 10 } } } });
    await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$3.60');
  });
});

test('[R-WAL-13] [R-WAL-17] the wallet shows purchased and earned credits together, and the pool for each credit', async () => {
  const { page } = await portal.open('/wallet', stored);
  const value = await openTotal(page, 'Value per datchain token');
  // 4,100 and 250 credits; 4,170,000 / 4,350 / 100 = 9.5862…
  await expect
    .poll(async () => (await factsIn(value)).slice(-2))
    .toEqual(['Your credits: 4,350', 'The pool for each of your credits: $9.586']);
});

describe('the earnings of a work', () => {
  test('[R-WAL-15] the wallet shows 5% of its streams and all of its sales for each work', async () => {
    const { page } = await portal.open('/wallet', stored);
    await expect(figure(page, 'Earnings')).toHaveText('$49.754');
    await openTotal(page, 'Earnings');
    const table = page.getByRole('table', { name: 'Earnings by work' });
    await expect(table.getByText('$101.725')).toBeVisible();
    await expect
      .poll(() => readRows(table))
      .toEqual([
        // 0.05 × $1,234.50 = $61.725, and $40.
        ['Night Bus to Lagos', '$101.725', '$12.50'],
        // No stream stats: of $240 in all, $200 are not from sales; 0.05 × $200 = $10, and $40.
        ['Salt on the Wires sold', '$50.000', '$7.25'],
      ]);
  });

  test('[R-WAL-15] the page of the work shows the same estimate, with rows that add up to it', async () => {
    const { page } = await portal.open('/wallet/dat/bus', stored);
    const brought = page.getByRole('region', { name: 'What the work earned' });
    await expect(brought.getByText('$101.725')).toBeVisible();
    await expect
      .poll(() => factsIn(brought))
      .toEqual([
        '5% of the $1,234.50 that platforms paid: $61.725',
        'Sales of editions: $40.000',
        'Estimate: 5% of streams, and sales: $101.725',
      ]);
  });
});

describe('figures that cannot be loaded', () => {
  const notice = 'Some figures could not be loaded; in Earnings they count as zero. Trying again.';

  test('[R-WAL-16] credits and editions count as zero with a notice, and appear once they load', async () => {
    const refused = ['users/fan/summary', 'users/fan/wallet/main'];
    const { page, change } = await portal.open('/wallet', { ...stored, refused });
    await expect(page.getByText(notice)).toBeVisible();
    // The 12 reward tokens are all that is left.
    await expect(figure(page, 'Earnings')).toHaveText('$5.004');
    const lines = await openTotal(page, 'Earnings');
    await expect
      .poll(async () => (await factsIn(lines)).slice(0, 2))
      .toEqual(['DATS: $0.000', 'Tokens you sold: $0.000']);
    await change({ refused: [] });
    await expect(figure(page, 'Earnings')).toHaveText('$49.754');
    await expect(page.getByText(notice)).toHaveCount(0);
  });

  test('[R-WAL-16] [N-FIG-06] earnings are zero when nothing can be read, and other figures are dashes', async () => {
    const refused = [
      ...Object.keys(stored.live),
      'users/fan/wallet/main',
      'assetsSummary',
      'orders',
      'listings',
    ];
    const { page } = await portal.open('/wallet', { ...stored, refused });
    await expect(page.getByText(notice)).toBeVisible();
    await expect(figure(page, 'Utility tokens (USD)')).toHaveText('–');
    await expect(figure(page, 'datchain token rewards')).toHaveText('–');
    await expect(figure(page, 'Earnings')).toHaveText('$0.00');
    await expect(page.getByText("You don't own any")).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Your earnings' })).toHaveCount(0);
  });

  test('[N-FIG-06] until an answer comes, every figure of the wallet, an owned work and the statement is a dash', async () => {
    const year = new Date().getUTCFullYear();
    for (const [path, labels] of [
      [
        '/wallet',
        ['Utility tokens (USD)', 'datchain token rewards', 'Earnings', 'Value per datchain token'],
      ],
      ['/wallet/dat/bus', ['Owned Editions', 'Total Earnings', 'Sold Out']],
      [
        '/wallet/earnings',
        [`Earned in ${year}`, 'Sent to your bank', 'Available now', 'Available later'],
      ],
    ] as const) {
      const { page } = await portal.open(path, { ...stored, isSilent: true });
      for (const label of labels) await expect(figure(page, label), path).toHaveText('–');
      await expect(page.getByRole('main')).not.toContainText(/\$0\.00|Nothing earned|don't own/);
    }
  });

  test('[N-FIG-06] a figure that is opened before it is known says so, and fills when it comes', async () => {
    const { page, change } = await portal.open('/wallet', { ...stored, isSilent: true });
    const lines = await openTotal(page, 'Utility tokens (USD)');
    await expect(lines).toHaveText('Loading…');
    await change({ isSilent: false });
    await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$410.00');
    await expect(lines).toContainText('Link 36');
  });

  test('[R-WAL-16] unreadable earnings of a work count as zero, in the wallet and on its own page', {
    tags: 'long',
  }, async () => {
    const refused = ['streamStats/bus', 'streamStats/bus/totalEarnings', 'earnings/bus'];
    const { page, change } = await portal.open('/wallet', { ...stored, refused });
    await expect(figure(page, 'Earnings')).toHaveText('$49.754');
    await openTotal(page, 'Earnings');
    const row = page.getByRole('row', { name: 'Night Bus to Lagos' });
    await expect(row.getByRole('cell')).toHaveText(['$0.000', '$12.50']);
    await row.getByRole('link').click();
    const brought = page.getByRole('region', { name: 'What the work earned' });
    await expect(brought).toBeVisible();
    await expect
      .poll(() => factsIn(brought))
      .toEqual([
        '5% of the $0.00 that platforms paid: $0.00',
        'Sales of editions: $0.00',
        'Estimate: 5% of streams, and sales: $0.00',
      ]);
    await expect(figure(page, 'Total Earnings')).toHaveText('$12.50');
    await change({ refused: [] });
    await expect(brought.getByText('$101.725')).toBeVisible();
  });

  test('[R-WAL-16] the page of a work says that its earnings could not be loaded', {
    tags: 'long',
  }, async () => {
    const refused = ['users/fan/wallet/main'];
    const text = 'Some figures could not be loaded; earnings show as zero. Trying again.';
    const { page, change } = await portal.open('/wallet/dat/bus', { ...stored, refused });
    await expect(page.getByText(text)).toBeVisible();
    await expect(figure(page, 'Total Earnings')).toHaveText('$0.00');
    await expect(figure(page, 'Owned Editions')).toHaveText('–');
    await change({ refused: [] });
    await expect(figure(page, 'Total Earnings')).toHaveText('$12.50');
    await expect(page.getByText(text)).toHaveCount(0);
  });
});
