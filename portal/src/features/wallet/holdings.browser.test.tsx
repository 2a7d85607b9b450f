import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { factsIn, figure, readRows } from '../../testing/read-page.ts';

const portal = portalSite();

const fan = { uid: 'fan', email: 'fan@dats.test' };
const artwork = 'https://firebasestorage.googleapis.com/v0/b/dats/o/dat_artwork%2Fbus?alt=media';

const works = {
  'assetsSummary/main': {
    assets: [
      {
        id: 'bus',
        SongName: 'Night Bus to Lagos',
        ArtistName: 'Ada Okonjo',
        ArtworkURL: artwork,
        creatorUsername: 'adaokonjo',
        creatorId: 'ada',
        tier: 'Gold',
        releaseTimestamp: 1_750_000_000_000,
      },
      { id: 'salt', SongName: 'Salt on the Wires' },
    ],
  },
};

const edition = {
  id: 'bus',
  edition: 1,
  earnings: 0,
  sold: false,
  isForSale: false,
  royalties: 2.5,
};

const owning = (uid: string, ownedDats: object[]): Given => ({
  user: { uid, email: `${uid}@dats.test` },
  documents: { ...works, [`users/${uid}/wallet/main`]: { balance: 0, ownedDats } },
  streams: { bus: 12_345 },
});

const card = (page: Page, song: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: song, exact: true }) });

const cardFigures = (page: Page, song: string) =>
  card(page, song)
    .locator('dl > div')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.children].map((cell) => cell.textContent).join(': ')),
    );

const empty = (page: Page) => page.getByText("You don't own any DAT tokens or DATS yet.");

describe('the list', () => {
  test('[R-WAL-05] an empty wallet says so, with links to DATS and tokens', async () => {
    const { page } = await portal.open('/wallet', { user: fan });
    await expect(empty(page)).toBeVisible();
    await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$0.00');
    await expect(figure(page, 'datchain token rewards')).toHaveText('0');
    await expect(figure(page, 'Earnings')).toHaveText('$0.00');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'See DATS' })).toHaveAttribute('href', '/dats');
    await expect(main.getByRole('link', { name: 'Buy tokens' })).toHaveAttribute('href', '/home');
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(0);
  });

  test('[R-WAL-05] blocks without tokens and editions sold on leave a wallet empty; one token does not', async () => {
    const { page, change } = await portal.open('/wallet', {
      ...owning('fan', [{ ...edition, sold: true, earnings: 3 }]),
      live: { 'datchainwallets/fan': { 36: { price: 0.36, qty: 0 } } },
    });
    await expect(empty(page)).toBeVisible();
    await expect(figure(page, 'Earnings')).toHaveText('$3.00');
    await change({ live: { 'datchainwallets/fan/36/qty': 1 } });
    await expect(page.getByRole('table', { name: 'Token blocks', exact: true })).toBeVisible();
    await expect(empty(page)).toHaveCount(0);
  });

  test('[R-WAL-03] token blocks are listed by number, each with its worth', async () => {
    const { page } = await portal.open('/wallet', {
      user: fan,
      live: {
        'datchainwallets/fan': {
          100: { price: 1, qty: 2 },
          36: { price: 0.36, qty: 1_250 },
          9: { price: 0.09, qty: 10 },
          50: { price: 0.5, qty: 0 },
        },
      },
    });
    const table = page.getByRole('table', { name: 'Token blocks', exact: true });
    const sell = (block: number) => `List for sale from Link ${block}`;
    await expect
      .poll(() => readRows(table))
      .toEqual([
        ['Link 9', '10', '$0.09', '$0.90', sell(9)],
        ['Link 36', '1,250', '$0.36', '$450.00', sell(36)],
        ['Link 100', '2', '$1.00', '$2.00', sell(100)],
      ]);
    await expect(table.getByRole('link', { name: 'Link 9' })).toHaveAttribute(
      'href',
      '/tdc/block/9',
    );
  });
});

describe('owned DATS', () => {
  test('[R-WAL-03] [R-WAL-04] [R-DB-01] a card shows the work, its share, streams and earnings, and opens it', async () => {
    const { page } = await portal.open(
      '/wallet',
      owning('fan', [
        { ...edition, earnings: 1.25 },
        { ...edition, edition: 2, earnings: 2 },
        { ...edition, edition: 3, earnings: 4.5, sold: true },
      ]),
    );
    const bus = card(page, 'Night Bus to Lagos');
    await expect(bus.locator('img')).toHaveAttribute('src', artwork);
    await expect(bus.getByText('Ada Okonjo', { exact: true })).toBeVisible();
    await expect(bus.getByText('@adaokonjo', { exact: true })).toBeVisible();
    await expect(page.getByText('1 work, 2 editions')).toBeVisible();
    await expect
      .poll(() => cardFigures(page, 'Night Bus to Lagos'))
      .toEqual(['Royalty Share %: 5%', 'Total Streams: 12,345', 'Earnings: $7.75']);
    await bus.getByRole('link', { name: 'Night Bus to Lagos' }).click();
    await expect(page).toHaveURL(/\/wallet\/dat\/bus$/);
    await expect(page.getByRole('heading', { name: 'Night Bus to Lagos' })).toBeVisible();
  });

  test('[R-WAL-03] the few works of a new owner stand right below the totals, many works below the earnings', async () => {
    const headings = (page: Page) =>
      page
        .locator('#wallet-dats, .metric-row, #wallet-earnings')
        .evaluateAll((all) => all.map(({ id }) => id));
    const { page, change } = await portal.open('/wallet', owning('fan', [edition]));
    const earned = {
      live: {
        'users/fan/summary': {
          earnedCreditsByDate: { '2026-01-20': { total: 250, spent: 0 } },
          earnedCreditsStrings: { totalCredits: '250' },
        },
        metrics: { datToken: { poolCents: 100, circulating: 100, issuedToUsers: 0 } },
      },
    };
    await expect.poll(() => headings(page)).toEqual(['', 'wallet-dats']);
    await expect(page.getByRole('link', { name: 'Cash Out' })).toHaveClass(/secondary/);
    const many = Array.from({ length: 5 }, (_, at) => ({ ...edition, id: `work-${at}` }));
    await change(earned);
    await expect.poll(() => headings(page)).toEqual(['', 'wallet-dats', 'wallet-earnings']);
    await change(owning('fan', many));
    await expect.poll(() => headings(page)).toEqual(['', 'wallet-earnings', 'wallet-dats']);
    await expect(page.getByRole('link', { name: 'Cash Out' })).not.toHaveClass(/secondary/);
  });

  test('[R-WAL-03] a work with missing facts still has a card', async () => {
    const { page } = await portal.open(
      '/wallet',
      owning('fan', [
        { ...edition, id: 'salt', royalties: 1.25 },
        { ...edition, id: 'nowhere' },
      ]),
    );
    await expect
      .poll(() => cardFigures(page, 'Salt on the Wires'))
      .toEqual(['Royalty Share %: 1.25%', 'Total Streams: –No data yet', 'Earnings: $0.00']);
    await expect(card(page, 'nowhere')).toBeVisible();
  });

  test('[R-WAL-06] the creator of a work has 50 percentage points more than a fan with the same editions', async () => {
    const editions = [edition, { ...edition, edition: 2 }, { ...edition, edition: 3 }];
    const share = async (uid: string) => {
      const { page } = await portal.open('/wallet', owning(uid, editions));
      return card(page, 'Night Bus to Lagos').locator('dd').first();
    };
    await expect(await share('fan')).toHaveText('7.5%');
    await expect(await share('ada')).toHaveText('57.5%');
  });
});

describe('the reward wallet', () => {
  const blocks = (page: Page) => page.getByRole('table', { name: 'datchain token blocks' });

  test('[R-WAL-14] a reward wallet by block lists the blocks with tokens, 9 before 36 before 100', async () => {
    const { page } = await portal.open('/wallet', {
      user: fan,
      live: {
        'datChainTokenWallets/fan': {
          100: { price: 1, qty: 1 },
          36: { price: 0.36, qty: 20 },
          50: { price: 0.5, qty: 0 },
          9: { price: 0.09, qty: 300 },
        },
      },
    });
    await expect(figure(page, 'datchain token rewards')).toHaveText('321');
    await expect
      .poll(() => readRows(blocks(page)))
      .toEqual([
        ['Link 9', '300', '$0.09', '$27.00'],
        ['Link 36', '20', '$0.36', '$7.20'],
        ['Link 100', '1', '$1.00', '$1.00'],
      ]);
    await expect(empty(page)).toHaveCount(0);
  });

  test('[R-WAL-14] a reward wallet of one quantity shows the figure, and no table of blocks', async () => {
    const { page, change } = await portal.open('/wallet', {
      user: fan,
      live: { 'datChainTokenWallets/fan': { qty: 7 } },
    });
    await expect(figure(page, 'datchain token rewards')).toHaveText('7');
    await expect(page.getByRole('heading', { name: 'Reward tokens' })).toBeVisible();
    await expect(blocks(page)).toHaveCount(0);
    await change({ live: { 'datChainTokenWallets/fan': { 36: { price: 0.36, qty: 8 } } } });
    await expect(figure(page, 'datchain token rewards')).toHaveText('8');
    await expect(blocks(page)).toBeVisible();
  });
});

describe('the price of listed tokens', () => {
  const stock = (price: number, platformRemaining: number, sellQty = 0) => ({
    price,
    platformRemaining,
    sellQty,
  });

  async function openListing(tokenBlocks: object) {
    const opened = await portal.open('/wallet', {
      user: fan,
      live: { 'datchainwallets/fan': { 36: { price: 0.36, qty: 100 } }, tokenBlocks },
    });
    const { page } = opened;
    await page.getByRole('button', { name: 'List for sale from Link 36' }).click();
    const dialog = page.getByRole('dialog', { name: 'List tokens for sale' });
    const price = dialog.getByLabel('Price per token');
    const confirm = dialog.getByRole('button', { name: 'List for sale' });
    return { ...opened, dialog, price, confirm };
  }

  test('[N-INP-07] price and quantity are read as written, and listed as shown', async () => {
    const { asked, answer, page, dialog, price, confirm } = await openListing({
      36: stock(0.36, 10),
      80: stock(0.8, 0, 1),
    });
    answer('listDatChainTokens', { result: { listingId: 'l1' } });
    const quantity = dialog.getByLabel('Quantity');
    await quantity.fill('');
    await quantity.pressSequentially('٢٠');
    await price.fill('');
    await price.pressSequentially('0,50');
    await expect.poll(() => factsIn(dialog)).toContain('You get, 95%: $9.50');
    await confirm.click();
    await expect(dialog).toHaveCount(0);
    expect(asked).toMatchObject([{ input: { blockId: '50', qty: 20 } }]);

    await page.getByRole('button', { name: 'List for sale from Link 36' }).click();
    for (const [typed, sentence] of [
      ['1,5', 'Qty > 0'],
      ['25,50', 'Qty > 0'],
      ['1.000', 'Not enough tokens'],
    ] as const) {
      await quantity.fill('');
      await quantity.pressSequentially(typed);
      await confirm.click();
      await expect(dialog.locator('.field-error'), typed).toHaveText(sentence);
    }
    expect(asked).toHaveLength(1);
  });

  test('[R-LST-04] [N-FIG-02] a price above the maximum is refused at its field; the maximum is listed, with the tokens ahead named', async () => {
    const { asked, answer, dialog, price, confirm } = await openListing({
      36: stock(0.36, 10),
      80: stock(0.8, 0),
    });
    await price.fill('0.55');
    await confirm.click();
    await expect(dialog.locator('.field-error')).toHaveText('At most $0.54 now');
    expect(asked).toEqual([]);
    answer('listDatChainTokens', { result: { listingId: 'l1' } });
    await price.fill('0.54');
    await expect(
      dialog.getByText('10 tokens are ahead of yours. They cost $0.36 and sell first.'),
    ).toBeVisible();
    await confirm.click();
    await expect(dialog).toHaveCount(0);
    expect(asked).toMatchObject([
      { name: 'listDatChainTokens', input: { blockId: '54', qty: 10 } },
    ]);
  });

  test('[R-LST-05] a refusal is shown in the server’s words, another failure as "Listing failed", and the form stays', async () => {
    portal.expectComplaint(/400/);
    portal.expectComplaint(/500/);
    const { answer, dialog, price, confirm } = await openListing({ 80: stock(0.8, 10) });
    await price.fill('0.54');
    for (const [failure, sentence] of [
      [{ status: 400, message: 'A sentence of the server.' }, 'A sentence of the server.'],
      [{ status: 500 }, 'Listing failed'],
    ] as const) {
      answer('listDatChainTokens', failure);
      await confirm.click();
      await expect(dialog.getByRole('alert')).toHaveText(sentence);
      await expect(price).toHaveValue('0.54');
    }
  });
});

test('axe finds nothing in a wallet with tokens, reward tokens and a work, on a dark phone', async () => {
  const given = owning('fan', [edition]);
  const { page } = await portal.open('/wallet', {
    ...given,
    live: {
      'datchainwallets/fan': { 36: { price: 0.36, qty: 100 } },
      'datChainTokenWallets/fan': { 36: { price: 0.36, qty: 2 } },
      'utilitySpend/fan': { totalCents: 80_000, awarded: 2 },
    },
    options: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  });
  await expect(card(page, 'Night Bus to Lagos')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Claim 1 reward token', exact: true }),
  ).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
