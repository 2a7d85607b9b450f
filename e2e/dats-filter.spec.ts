import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { editionsForSale, lowestPriceCents, publicDats } from '@datchain/shared/domain/dats.ts';
import type { Admin } from '@datchain/testing/browsers/admin.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import type { APIRequestContext, Locator, Page } from '@playwright/test';

async function builtDats({ firestore }: Admin, request: APIRequestContext) {
  const { time } = await (await request.get('/build.json')).json();
  const stored = await firestore.collection(docs.assetsSummaries).get();
  const rows = stored.docs.flatMap((each) => readAssetsSummary(each.data(), each.id).dats);
  return publicDats(rows).filter(({ releasedAt }) => (releasedAt ?? 0) < Date.parse(time));
}

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article');
const songs = (page: Page): Locator => cards(page).getByRole('heading');
const summary = (page: Page): Locator => page.locator('#dats-summary');

async function openChoices(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^Filter/ });
  if (await more.isVisible()) await more.click();
}

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).selectOption({ label: option });
};

test('[N-BUY-03] genre, tier, sale with resales, and lowest price work together, follow Back and Forward, and are restored by a link', {
  tag: '@small',
}, async ({ page, admin, request }) => {
  const dats = await builtDats(admin, request);
  const gold = dats.filter(({ tier }) => tier === 'Gold');
  const forSale = gold.filter((dat) => editionsForSale(dat).length > 0);
  // All editions of some are held, and their owners resell.
  const isResold = (dat: (typeof dats)[number]) =>
    editionsForSale(dat).every(({ isWithCreator }) => !isWithCreator);
  expect(forSale.some(isResold)).toBe(true);
  const jazz = forSale.filter(({ genres }) => genres.includes('jazz'));
  const count = ({ length }: { length: number }) =>
    `${length} ${length === 1 ? 'DAT' : 'DATS'} found`;

  await page.goto('/dats');
  await openChoices(page);
  await choose(page, 'Tier', 'Gold, $50.00');
  await expect(summary(page)).toHaveText(count(gold));
  await page.getByRole('checkbox', { name: 'For sale' }).check();
  await expect(summary(page)).toHaveText(count(forSale));
  await choose(page, 'Order', 'Lowest price');
  const newest = forSale.toSorted((a, b) => (b.releasedAt ?? 0) - (a.releasedAt ?? 0));
  const cheapest = newest.toSorted(
    (a, b) => (lowestPriceCents(a) ?? 0) - (lowestPriceCents(b) ?? 0),
  );
  expect(cheapest).not.toEqual(newest);
  // Some titles are marked as explicit.
  await expect(songs(page)).toContainText(cheapest.map(({ songName }) => songName));
  await choose(page, 'Genre', 'Jazz');
  await expect(summary(page)).toHaveText(count(jazz));
  await expect(page).toHaveURL('/dats?genre=jazz&tier=Gold&sale=1&sort=price');

  await page.goBack();
  await page.goBack();
  await expect(summary(page)).toHaveText(count(forSale));
  await expect(page.getByRole('combobox', { name: 'Genre' })).toHaveValue('');
  await expect(songs(page)).toContainText(newest.map(({ songName }) => songName));
  await page.goForward();
  await page.goForward();
  await expect(summary(page)).toHaveText(count(jazz));
  const link = page.url();

  await page.goto('/about');
  await page.goto(link);
  await expect(summary(page)).toHaveText(count(jazz));
  await openChoices(page);
  await expect(page.getByRole('combobox', { name: 'Genre' })).toHaveValue('jazz');
  await expect(page.getByRole('checkbox', { name: 'For sale' })).toBeChecked();
});
