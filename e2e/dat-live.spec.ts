import { live } from '@datchain/shared/contracts/paths.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { shownDat } from '@datchain/testing/browsers/screens.ts';
import type { Locator, Page } from '@playwright/test';

const edition7 = `${live.datLive(shownDat.id)}/7`;
const sold = {
  priceCents: 10_000,
  isForSale: false,
  wasSold: true,
  isWithCreator: false,
  username: 'somebodynew',
  profileImageUrl: '/share/site.jpg',
};

const open = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name });
};

const line = (page: Page): Locator => page.locator('.live-line');

test('[N-BUY-01] [N-BUY-02] [N-BUY-03] [N-EXP-04] price, owner, stock and a takedown follow the database without a reload; React loads only then', async ({
  page,
  ownSite,
  admin,
}) => {
  const unsold = (await admin.database.ref(edition7).get()).val();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await ownSite.write(edition7, unsold);
  await page.goto(`${ownSite.url}/viewdat/${shownDat.id}`);
  await expect(line(page)).toHaveText(/^Live, \d\d:\d\d:\d\d UTC$/);
  const earned = page.getByRole('region', { name: 'What one edition has earned so far' });
  await expect(earned.getByRole('row', { name: 'Each 1,000 on Spotify' })).toContainText('$0.005');
  await expect(earned).toContainText('Past earnings are not a promise.');
  expect(scripts.filter((path) => /drawing|static-markup|client/.test(path))).toEqual([]);

  await ownSite.write(edition7, { ...unsold, priceCents: 12_345 });
  const collection = await open(page, 'Collection');
  await expect(collection.getByText('DAT #7 - $123.45')).toBeVisible();
  await collection.getByText('DAT #7').click();
  await expect(collection.locator('.edition-chosen')).toHaveText('DAT #7 - $123.45');
  await ownSite.write(edition7, { ...unsold, priceCents: 11_000 });
  await expect(collection.locator('.edition-chosen')).toHaveText('DAT #7 - $110.00');
  await expect(collection.getByRole('radio', { name: /^DAT #7 / })).toBeFocused();

  await ownSite.write(edition7, sold);
  await expect(collection.getByRole('listitem').nth(6)).toHaveText('DAT #7 - $100.00SOLD');
  await expect(collection.locator('.edition-chosen')).toHaveText('Choose an edition');
  await expect(collection.getByRole('button', { name: 'Buy DAT' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByText('15% available for ownership')).toBeVisible();
  await expect(page.getByText('6 of 20 for sale, from $100.00', { exact: true })).toBeVisible();
  await expect(page.locator('.edition-rail-page > .primary')).toHaveCount(6);
  const row = page.getByRole('table', { name: 'Editions' }).getByRole('row').nth(7);
  await expect(row).toContainText('@somebodynewSold');
  const holders = await open(page, 'Holders');
  await expect(holders.getByRole('listitem')).toHaveCount(14);
  await expect(holders.getByText('@somebodynew')).toBeVisible();

  await ownSite.write(edition7, { ...sold, isForSale: true, priceCents: 9_000 });
  await expect(page.getByText('7 of 20 for sale, from $90.00', { exact: true })).toBeAttached();
  await expect(page.getByText('17.5% available for ownership', { exact: true })).toBeAttached();
  await expect(page.locator('.edition-rail-page > :nth-child(7)')).toHaveClass('resale');
  await expect(page.locator('.edition-key li')).toHaveText([
    '6 from the creator',
    '1 from an owner',
    '13 owned, not for sale',
  ]);

  // An operator takes the work down: the page was built before and shows it from the database.
  const takenDown = { at: Date.UTC(2026, 10, 20), reason: 'A claim of rights' };
  await ownSite.write(`${live.datLive(shownDat.id)}/takenDown`, takenDown);
  await expect(page.locator('#dat-notice')).toHaveText(
    'Taken down on 20 Nov 2026. Reason: A claim of rights.',
  );
  await expect(page.getByRole('img', { name: `Artwork of ${shownDat.song}` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Collection' })).toHaveCount(0);
});
