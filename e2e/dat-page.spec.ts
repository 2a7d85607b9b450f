import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/ledger-test.ts';
import { aRelease, release } from './support/release.ts';
import { shownDat } from './support/screens.ts';

const address = `/viewdat/${shownDat.id}`;

/** The description beside a term, as lines. */
const fact = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');

const title = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

test('[R-VIEW-03] a DAT’s page shows name, artist, tier, what is available and the chain', async ({
  page,
}) => {
  await page.goto(address);
  await expect(title(page, shownDat.song)).toBeVisible();
  await expect(page.locator('.artist')).toHaveText(shownDat.artist);
  await expect(fact(page, 'Tier')).toHaveText('Platinum');
  await expect(fact(page, 'Chain')).toHaveText('datchain.com');
  // 7 of 20 editions at 2.5 percent each are still with the creator.
  await expect(page.getByText('17.5% available for ownership', { exact: true })).toBeVisible();
  await expect(page.getByText('7 of 20', { exact: true })).toBeVisible();
});

test('[R-VIEW-04] the credits are listed by category', async ({ page }) => {
  await page.goto(address);
  await expect(fact(page, 'Artist features')).toHaveText(['@kestrelhz', 'Bola Adeyemi']);
  await expect(fact(page, 'Producers')).toHaveText(['Priya Menon', 'Joe Castellanos']);
  await expect(fact(page, 'Songwriters')).toHaveText([
    'Ada Okonjo',
    'Bola Adeyemi',
    'Lena Fjeldstad-Oyelaran',
  ]);
  await expect(fact(page, 'Record labels')).toHaveText('North Quay Records');
  await expect(fact(page, 'Genres')).toHaveText('R&B/Soul');
});

test('a contributor picked by @username leads to that person’s page', async ({ page }) => {
  await page.goto(address);
  await page.getByRole('link', { name: '@kestrelhz' }).click();
  await expect(page).toHaveURL('/profile/kestrelhz');
  await expect(page.getByText('@kestrelhz').first()).toBeVisible();
});

test('[R-VIEW-02] the creator with picture leads to the public profile with the creator’s DATS', async ({
  page,
}) => {
  await page.goto(address);
  const creator = page.getByRole('main').getByRole('link', { name: `@${shownDat.creator}` });
  await expect
    .poll(() => creator.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await creator.click();
  await expect(page).toHaveURL(`/profile/${shownDat.creator}`);
  await expect(title(page, shownDat.artist)).toBeVisible();
  await expect(page.getByRole('link', { name: shownDat.song })).toBeVisible();
});

for (const { name, line } of [
  { name: 'Collection', line: 'DAT #7 - $100.00' },
  { name: 'Holders', line: '@vinylvera' },
]) {
  test(`${name} opens over the page, closes with Escape and its button, and returns the focus`, async ({
    page,
  }) => {
    await page.goto(address);
    const opener = page.getByRole('button', { name });
    const dialog = page.getByRole('dialog', { name });
    await opener.click();
    await expect(dialog.getByText(line).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.click();
    await page.mouse.click(4, 4);
    await expect(dialog).toBeHidden();
  });
}

test('an address of no DAT says so, and so does one of no creator', async ({ page }) => {
  await page.goto('/viewdat/dat-that-never-was');
  await expect(title(page, 'Not found')).toBeVisible();
  await expect(page.getByText('There is no DAT at this address.')).toBeVisible();
  await page.getByRole('link', { name: 'See DATS' }).click();
  await expect(page).toHaveURL('/dats');

  await page.goto('/profile/nobody-of-this-name');
  await expect(page.getByText('Nobody of this name has released a DAT.')).toBeVisible();
});

test('[R-VIEW-10] a DAT released after the last rebuild has its page, analytics and creator at once', async ({
  page,
  ownSite,
}) => {
  const created = { creatorUsername: 'newcomer', ArtistName: 'The Newcomer' };
  await page.goto(`${ownSite.url}/viewdat/dat-just-out`);
  await expect(title(page, 'Not found')).toBeVisible();

  await release(ownSite, [aRelease('dat-just-out', { SongName: 'Just Out', ...created })]);
  await page.reload();
  await expect(title(page, 'Just Out')).toBeVisible();
  await expect(page).toHaveTitle(/Just Out/);
  await expect(fact(page, 'Tier')).toHaveText('Gold');
  await page.getByRole('button', { name: 'Collection' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(20);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: '@newcomer' }).click();
  await expect(title(page, 'The Newcomer')).toBeVisible();
  await page.getByRole('link', { name: 'Just Out' }).click();
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page).toHaveURL(`${ownSite.url}/analytics/dat-just-out`);
  await expect(title(page, 'Just Out')).toBeVisible();

  await release(ownSite, []);
  await page.goto(`${ownSite.url}/viewdat/dat-just-out`);
  await expect(title(page, 'Not found')).toBeVisible();
});

test('[R-VIEW-10] a page newer than the ledger whose data cannot be loaded says so and can be tried again', async ({
  page,
  ownSite,
  consoleGuard,
}) => {
  consoleGuard.expect(/The summaries cannot be read|ERR_FAILED/);
  await release(ownSite, [aRelease('dat-just-out', { SongName: 'Just Out' })]);
  await page.route('**/documents/assetsSummary*', (route) => route.abort());
  await page.goto(`${ownSite.url}/viewdat/dat-just-out`);
  await expect(page.getByText(/The ledger cannot be read right now/)).toBeVisible();
  await page.unroute('**/documents/assetsSummary*');
  await page.reload();
  await expect(title(page, 'Just Out')).toBeVisible();
});
