import { gzipSync } from 'node:zlib';
import { budgets } from '@datchain/builder/page-weight.ts';
import { liveLine } from '@datchain/testing/browsers/home.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { emptyAddress, ledgerScreens, shownDat } from '@datchain/testing/browsers/screens.ts';
import type { Page, Response } from '@playwright/test';

/** Kilobytes, compressed. */
const budget = {
  plainScript: budgets.plainScript / 1024,
  islandScript: budgets.islandScript / 1024,
  beforeArtwork: budgets.page / 1024,
};

/** What the script of a page may weigh that goes on living after the first paint. */
const liveBudgets: Record<string, number> = {
  '/home': budget.islandScript,
  // It follows values without React, which comes with the first difference, cleans the texts in them, and greets
  // owners and creators.
  [`/viewdat/${shownDat.id}`]: 9,
};

/** Pages whose whole purpose is their script, which is there at once: it needs no network later. */
const scriptBudgets: Record<string, number> = { '/verify': 18 };

type Weights = { script: number; all: number };

/**
 * Loads a page with an empty cache and weighs what it asked for, in kilobytes. Compressed here and
 * alike: the local hosting leaves small files as they are, Hosting compresses them all.
 */
async function weigh(page: Page, path: string, isReady: () => Promise<void>): Promise<Weights> {
  const answers: Response[] = [];
  const note = (response: Response) => answers.push(response);
  page.on('response', note);
  await page.goto(path);
  await isReady();
  page.off('response', note);
  let script = 0;
  let all = 0;
  for (const answer of answers) {
    const type = answer.request().resourceType();
    if (!['document', 'script', 'stylesheet', 'font'].includes(type)) continue;
    const body = await answer.body();
    const weight = (type === 'font' ? body : gzipSync(body, { level: 9 })).length / 1024;
    all += weight;
    if (type === 'script') script += weight;
  }
  return { script, all };
}

/** One of each kind of page: with live figures, with many rows, with dialogs, with a chart. */
const heaviest = ['/home', '/dats', `/viewdat/${shownDat.id}`, `/analytics/${shownDat.id}`];

for (const { path } of ledgerScreens) {
  if (path === emptyAddress) continue;
  test(`${path} keeps its weight`, {
    tag: heaviest.includes(path) ? '@once' : ['@once', '@long'],
  }, async ({ page }) => {
    const liveBudget = liveBudgets[path];
    // What is loaded when the chart is seen has its own measure: here nothing is seen.
    await page.addInitScript(() => {
      IntersectionObserver.prototype.observe = () => {};
    });
    const { script, all } = await weigh(page, path, async () => {
      if (liveBudget) await expect(liveLine(page)).toContainText('Live');
      else await page.waitForLoadState('load');
    });
    expect(all).toBeGreaterThan(1);
    const scriptBudget = liveBudget ?? scriptBudgets[path] ?? budget.plainScript;
    expect(script).toBeLessThanOrEqual(scriptBudget);
    expect(all - (liveBudget ? script : 0)).toBeLessThanOrEqual(budget.beforeArtwork);
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
