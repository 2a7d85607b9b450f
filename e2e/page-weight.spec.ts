import type { Page, Request } from '@playwright/test';
import { liveLine } from './support/home.ts';
import { expect, test } from './support/ledger-test.ts';
import { ledgerScreens } from './support/screens.ts';

/** Kilobytes over the wire (docs: architecture, Budgets). */
const budget = { plainScript: 3, islandScript: 75, beforeArtwork: 60 };

type Weights = { script: number; all: number };

/** Loads a page in a fresh cache and weighs what came, in kilobytes as transferred. */
async function weigh(page: Page, path: string, isReady: () => Promise<void>): Promise<Weights> {
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on('requestfinished', note);
  await page.goto(path);
  await isReady();
  page.off('requestfinished', note);
  let script = 0;
  let all = 0;
  for (const request of requests) {
    const type = request.resourceType();
    if (!['document', 'script', 'stylesheet', 'font'].includes(type)) continue;
    const { responseBodySize } = await request.sizes();
    all += responseBodySize / 1024;
    if (type === 'script') script += responseBodySize / 1024;
  }
  return { script, all };
}

for (const { path } of ledgerScreens) {
  if (path === '/nothing-is-here') continue;
  test(`${path} keeps its weight`, { tag: '@once' }, async ({ page }) => {
    const isLive = path === '/home';
    const { script, all } = await weigh(page, path, async () => {
      if (isLive) await expect(liveLine(page)).toContainText('Live');
      else await page.waitForLoadState('load');
    });
    expect(all).toBeGreaterThan(1);
    expect(script).toBeLessThanOrEqual(isLive ? budget.islandScript : budget.plainScript);
    expect(all - (isLive ? script : 0)).toBeLessThanOrEqual(budget.beforeArtwork);
  });
}

test('nothing comes from elsewhere, and Firebase only when something is bought', {
  tag: '@once',
}, async ({ page, stack }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/home');
  await expect(liveLine(page)).toContainText('Live');
  const own = Object.values(stack.addresses);
  expect(addresses.filter((url) => !own.some((each) => url.startsWith(each)))).toEqual([]);
  expect(addresses.filter((url) => /auth|purchase/.test(url))).toEqual([]);
});
