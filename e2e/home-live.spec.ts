import { blockCard, liveLine, storedBlock, watchReload } from '@datchain/testing/browsers/home.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import type { BrowserContext, Request } from '@playwright/test';

const utility = 'Utility tokens remaining';

const lostConnection =
  /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/;

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

test('[R-HOM-04] a lost connection is shown, and figures follow again once it is back, without a reload', {
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

test('two tabs of a browser share one set of streams, and the other continues when one closes', {
  tag: '@once',
}, async ({ page, context, ownSite }) => {
  const streams = countStreams(context);
  await page.goto(`${ownSite.url}/home`);
  await expect(liveLine(page)).toHaveText(/^Live, /);
  // One for the blocks and one for the metrics, because the database streams one path per request.
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
