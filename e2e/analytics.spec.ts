import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/ledger-test.ts';
import { aRelease, release } from './support/release.ts';
import { shownDat } from './support/screens.ts';

const address = `/analytics/${shownDat.id}`;

const label = (page: Page): Locator => page.locator('#analytics-label');
const table = (page: Page): Locator => page.getByRole('table');
const drawn = (page: Page): Locator => page.locator('.chart-live .apexcharts-svg');
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Select Options' });

const rowsOf = (page: Page): Promise<string[][]> =>
  table(page)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent)),
    );

async function choose(page: Page, ...chips: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Filter' }).click();
  for (const chip of chips) await dialog(page).getByText(chip, { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(dialog(page)).toBeHidden();
}

const dayAgo = (days: number) => utcDay(Date.now() - days * DAY_MILLIS);

test('[R-ANA-03] the filter is in the address: back, forward, reload and a shared link work', async ({
  page,
}) => {
  await page.goto(address);
  await choose(page, 'spotify');
  await choose(page, 'month', 'apple', 'amazon', '3m');
  await expect(label(page)).toHaveText('amazon, 3m');
  // However much was tried out, the dialog is one step.
  await page.goBack();
  await expect(label(page)).toHaveText('spotify, week');
  await page.goBack();
  await expect(label(page)).toHaveText('All platforms, week');
  await expect(page).toHaveURL(address);
  await page.goForward();
  await expect(label(page)).toHaveText('spotify, week');
  await page.reload();
  await expect(label(page)).toHaveText('spotify, week');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(dialog(page).getByRole('radio', { name: 'spotify' })).toBeChecked();
});

test('[R-ANA-08] a DAT newer than the ledger has its analytics, with data or without, signed out', async ({
  page,
  ownSite,
  consoleGuard,
}) => {
  consoleGuard.expect(/404/);
  await page.goto(`${ownSite.url}/analytics/dat-just-out`);
  await expect(page.getByText('There is no DAT at this address.')).toBeVisible();

  await release(ownSite, [aRelease('dat-just-out'), aRelease('dat-unheard')]);
  await ownSite.firestore.doc(`${docs.analyticsSummaries}/summary_2`).set({
    'dat-just-out': {
      spotify: { dates: { [dayAgo(3)]: 1200, [dayAgo(2)]: { streams: 1500, downloads: 3 } } },
    },
    'dat-other': { spotify: { dates: { [dayAgo(1)]: 7 } } },
  });
  await ownSite.write(live.streamStats('dat-just-out'), { daily: { [dayAgo(2)]: 40 } });

  await page.goto(`${ownSite.url}/analytics/dat-just-out`);
  const title = page.getByRole('heading', { level: 1, name: 'The song dat-just-out' });
  await expect(title).toBeVisible();
  await expect(label(page)).toHaveText('All platforms, week');
  const rows = await rowsOf(page);
  expect(rows.slice(-2).map(([, streams]) => streams)).toEqual(['1,200*, not complete', '1,540']);
  expect(rows.slice(-2).map(([, , downloads]) => downloads)).toEqual(['–', '3']);
  await expect(table(page).locator('tfoot td').first()).toHaveText('2,740');
  await choose(page, 'spndat');
  await expect(table(page).locator('tfoot td').first()).toHaveText('40');
  await expect(drawn(page)).toBeVisible();

  await page.goto(`${ownSite.url}/analytics/dat-unheard`);
  await expect(page.getByText('No data yet', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'analytics without data');
});
