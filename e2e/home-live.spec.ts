import type { BrowserContext, Request } from '@playwright/test';
import {
  blockCard,
  blockCards,
  blockTexts,
  liveLine,
  storedBlock,
  watchReload,
} from './support/home.ts';
import { expect, test } from './support/ledger-test.ts';
import { figure } from './support/purchase.ts';

const utility = 'Utility tokens remaining';
const rewards = 'Reward tokens remaining';
const value = 'Reward token value';

/** What a database that went away leaves in the console. */
const lostConnection =
  /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/;

/** The streams that pages of a browser have asked the database for, redirects not counted. */
function countStreams(context: BrowserContext): () => number {
  const streams = new Set<Request>();
  context.on('request', (request) => {
    const isStream = request.resourceType() === 'eventsource';
    if (isStream && request.redirectedFrom() === null) streams.add(request);
  });
  return () => streams.size;
}

test.beforeEach(async ({ ownSite }) => {
  await ownSite.write('tokenBlocks', {
    36: storedBlock(36, 1_000, 200),
    37: storedBlock(37, 25_000),
    45: storedBlock(45, 0),
  });
  await ownSite.write('metrics', {
    utilitySold: { totalCents: 1_000 },
    datToken: { poolCents: 4_170_000, circulating: 100_000, issuedToUsers: 5_267 },
  });
});

test('[R-HOM-01] [R-DB-05] the three metric cards come from the live database', {
  tag: '@long',
}, async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/home`);
  await expect(figure(page, utility)).toHaveText('26,200');
  await expect(figure(page, rewards)).toHaveText('61,402');
  await expect(figure(page, value)).toHaveText('$0.417');
  await expect(page.locator('.metric')).toHaveCount(3);
});

test('[R-HOM-02] the grid has the blocks with stock, cheapest first, and says which sells first', {
  tag: '@long',
}, async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/home`);
  await expect(liveLine(page)).toContainText('Live');
  expect(await blockTexts(page)).toEqual([
    'Link 36 Sells first $0.36 per token Available: 1,200',
    'Link 37 $0.37 per token Available: 25,000',
  ]);
});

test('[R-HOM-03] a block’s card goes to its page', { tag: '@long' }, async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/home`);
  await expect(liveLine(page)).toContainText('Live');
  await blockCard(page, 37).click();
  await expect(page).toHaveURL(`${ownSite.url}/tdc/block/37`);
  await expect(page.getByText('25,000')).toBeVisible();
});

test('[R-HOM-04] [R-DB-05] metrics and blocks change on screen without a reload', {
  tag: '@small',
}, async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/home`);
  await expect(liveLine(page)).toContainText('Live');
  const wasReloaded = await watchReload(page);

  await ownSite.write('tokenBlocks/36/platformRemaining', 900);
  await expect(blockCard(page, 36)).toContainText('Available: 1,100');
  await expect(figure(page, utility)).toHaveText('26,100');

  await ownSite.write('tokenBlocks/36/sellQty', 0);
  await expect(blockCard(page, 36)).toContainText('Available: 900');

  await ownSite.write('tokenBlocks/37/price', 0.38);
  await expect(blockCard(page, 37)).toContainText('$0.38 per token');

  await ownSite.write('metrics/datToken/issuedToUsers', 5_300);
  await expect(figure(page, rewards)).toHaveText('61,369');

  await ownSite.write('metrics/datToken/poolCents', 5_000_000);
  await expect(figure(page, value)).toHaveText('$0.50');
  expect(await wasReloaded()).toBe(false);
});

test('[R-HOM-02] [R-HOM-04] a block that sells out goes, a new one comes in its place by price', {
  tag: '@long',
}, async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/home`);
  await expect(liveLine(page)).toContainText('Live');
  const wasReloaded = await watchReload(page);

  await ownSite.write('tokenBlocks/36', storedBlock(36, 0));
  await expect(blockCard(page, 36)).toHaveCount(0);
  await expect(blockCard(page, 37)).toContainText('Sells first');

  await ownSite.write('tokenBlocks/35', storedBlock(35, 500));
  await expect(blockCard(page, 35)).toContainText('Sells first');
  await expect(blockCard(page, 37)).not.toContainText('Sells first');
  await ownSite.write('tokenBlocks/40', storedBlock(40, 41));
  await expect
    .poll(() => blockTexts(page))
    .toEqual([
      'Link 35 Sells first $0.35 per token Available: 500',
      'Link 37 $0.37 per token Available: 25,000',
      'Link 40 $0.40 per token Available: 41',
    ]);
  await expect(figure(page, utility)).toHaveText('25,541');

  await ownSite.write('tokenBlocks', null);
  await expect(page.getByText('All price blocks are sold out.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'BUY TOKENS' })).toBeDisabled();
  await expect(blockCards(page)).toHaveCount(0);
  expect(await wasReloaded()).toBe(false);
});

for (const { says, path, stored, label, shown } of [
  {
    says: 'more issued than there are leaves 0',
    path: 'metrics/datToken/issuedToUsers',
    stored: 66_670,
    label: rewards,
    shown: '0',
  },
  {
    says: 'all issued leaves 0',
    path: 'metrics/datToken/issuedToUsers',
    stored: 66_669,
    label: rewards,
    shown: '0',
  },
  {
    says: 'none issued leaves 66,669',
    path: 'metrics/datToken/issuedToUsers',
    stored: null,
    label: rewards,
    shown: '66,669',
  },
  {
    says: 'no circulating counts as 100,000',
    path: 'metrics/datToken',
    stored: { poolCents: 1_234_500, issuedToUsers: 1 },
    label: value,
    shown: '$0.123',
  },
  {
    says: 'the value has at most 3 decimals',
    path: 'metrics/datToken',
    stored: { poolCents: 100, circulating: 3, issuedToUsers: 1 },
    label: value,
    shown: '$0.333',
  },
  {
    says: 'a whole value is money with 2 decimals',
    path: 'metrics/datToken',
    stored: { poolCents: 25_000_000, circulating: 100_000, issuedToUsers: 1 },
    label: value,
    shown: '$2.50',
  },
]) {
  test(`[R-HOM-06] ${says}`, { tag: ['@once', '@long'] }, async ({ page, ownSite }) => {
    await page.goto(`${ownSite.url}/home`);
    await expect(figure(page, rewards)).toHaveText('61,402');
    await ownSite.write(path, stored);
    await expect(figure(page, label)).toHaveText(shown);
  });
}

test('a visitor without a connection to the database sees as of when the figures are, and that they are not live', {
  tag: ['@once', '@long'],
}, async ({ page, ownSite, consoleGuard }) => {
  consoleGuard.expect(lostConnection);
  await ownSite.stopDatabase();
  await page.goto(`${ownSite.url}/home`);
  await expect(liveLine(page)).toHaveText('Not live');
  await expect(page.getByText(/^Data as of \d+ \w+ \d{4}, \d\d:\d\d UTC/)).toBeVisible();
  await expect(figure(page, value)).toHaveText(/^\$\d/);
  await expect(blockCards(page).first()).toBeVisible();

  await ownSite.startDatabase();
  await expect(figure(page, utility)).toHaveText('26,200');
  await expect(liveLine(page)).toHaveText(/^Live, \d\d:\d\d:\d\d UTC$/);
});

test('[R-HOM-04] a lost connection is said, and mends itself with what changed meanwhile', {
  tag: '@once',
}, async ({ page, ownSite, consoleGuard }) => {
  consoleGuard.expect(lostConnection);
  await page.goto(`${ownSite.url}/home`);
  await expect(liveLine(page)).toHaveText(/^Live, /);
  const wasReloaded = await watchReload(page);

  await ownSite.stopDatabase();
  await expect(liveLine(page)).toHaveText(/^Reconnecting, \d\d:\d\d:\d\d UTC$/);
  await expect(figure(page, utility)).toHaveText('26,200');

  await ownSite.startDatabase();
  await ownSite.write('tokenBlocks/36/platformRemaining', 100);
  await expect(blockCard(page, 36)).toContainText('Available: 300');
  await expect(liveLine(page)).toHaveText(/^Live, /);
  expect(await wasReloaded()).toBe(false);
});

test('figures that no one confirms for minutes are no longer called live', {
  tag: ['@once', '@long'],
}, async ({ page, ownSite, consoleGuard }) => {
  consoleGuard.expect(lostConnection);
  await page.clock.install();
  await page.goto(`${ownSite.url}/home`);
  await page.clock.runFor(3_000);
  await expect(liveLine(page)).toHaveText(/^Live, /);
  await ownSite.stopDatabase();
  await page.clock.runFor(2_000);
  await expect(liveLine(page)).toHaveText(/^Reconnecting, /);
  await page.clock.fastForward(120_000);
  await page.clock.runFor(11_000);
  await expect(liveLine(page)).toHaveText(/^Not live since \d\d:\d\d:\d\d UTC$/);
});

test('two tabs of a browser share one set of streams, and the other goes on when one closes', {
  tag: '@once',
}, async ({ page, context, ownSite }) => {
  const streams = countStreams(context);
  await page.goto(`${ownSite.url}/home`);
  await expect(liveLine(page)).toHaveText(/^Live, /);
  // One for the blocks, one for the metrics: the database streams one path a request.
  expect(streams()).toBe(2);

  const second = await context.newPage();
  await second.goto(`${ownSite.url}/home`);
  await expect(liveLine(second)).toHaveText(/^Live, /);
  await ownSite.write('tokenBlocks/36/platformRemaining', 700);
  for (const tab of [page, second]) {
    await expect(blockCard(tab, 36)).toContainText('Available: 900');
  }
  expect(streams()).toBe(2);

  await page.close();
  await expect.poll(streams).toBe(4);
  await ownSite.write('tokenBlocks/36/platformRemaining', 600);
  await expect(blockCard(second, 36)).toContainText('Available: 800');
});
