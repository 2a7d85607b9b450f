import { docs } from '@datchain/shared/contracts/paths.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import type { Locator, Page } from '@playwright/test';
import { aStoredAsset } from '../ledger/testing/stored-world.ts';

const fact = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');

async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

const title = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

test('[R-VIEW-11] unreadable editions are logged, Holders says there are none, and the rest of the page works', async ({
  page,
  ownSite,
}) => {
  const warned = page.waitForEvent('console', (message) =>
    message.text().includes('The editions of dat-broken cannot be read'),
  );
  const pictures = { ArtworkURL: '', creatorProfileURL: '' };
  const work = aStoredAsset(0, { id: 'dat-broken', SongName: 'Broken', ...pictures });
  const assets = [{ ...work, editions: 'nonsense' }];
  await ownSite.firestore.doc(docs.assetsSummary).set({ assets });
  await page.goto(`${ownSite.url}/viewdat/dat-broken`);
  await expect(title(page, 'Broken')).toBeVisible();
  await warned;
  const holders = await openDialog(page, 'Holders');
  await expect(holders.getByText('There are no current holders')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fact(page, 'Producers')).toHaveText('Priya Menon');
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  await expect(title(page, 'Broken')).toBeVisible();
});
