import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
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

async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

const title = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

test('[R-VIEW-03] a DAT’s page shows name, artist, tier, what is available and the chain', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  await expect(title(page, shownDat.song)).toBeVisible();
  await expect(page.locator('.artist')).toHaveText(shownDat.artist);
  await expect(fact(page, 'Tier')).toHaveText('Platinum');
  await expect(fact(page, 'Chain')).toHaveText('datchain.com');
  // 7 of 20 editions at 2.5 percent each, all from the creator.
  await expect(page.getByText('17.5% available for ownership', { exact: true })).toBeVisible();
  await expect(page.getByText('7 of 20 for sale, from $100.00', { exact: true })).toBeVisible();
});

test('[R-VIEW-04] the credits are listed by category', { tag: '@long' }, async ({ page }) => {
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

test('a contributor picked by @username leads to that person’s page', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(address);
  await page.getByRole('link', { name: '@kestrelhz' }).click();
  await expect(page).toHaveURL('/profile/kestrelhz');
  await expect(page.getByText('@kestrelhz').first()).toBeVisible();
});

test('[R-VIEW-02] the creator with picture leads to the public profile with the creator’s DATS', {
  tag: '@long',
}, async ({ page }) => {
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
  { name: 'More Options', line: 'Share to Feed' },
]) {
  test(`[R-VIEW-01] ${name} opens over the page, closes with Escape and its button, and returns the focus`, {
    tag: '@long',
  }, async ({ page }) => {
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

test('[R-VIEW-05] [R-DAT-06] Collection lists editions 1 to 20, and choosing one selects it', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  const dialog = await openDialog(page, 'Collection');
  const rows = dialog.getByRole('listitem');
  await expect(rows).toHaveCount(20);
  await expect(rows.nth(0)).toHaveText('DAT #1 - $100.00SOLD');
  await expect(rows.nth(6)).toHaveText('DAT #7 - $100.002.5% royalty');
  await expect(rows.nth(19)).toHaveText('DAT #20 - $100.002.5% royalty');
  await expect(dialog.getByRole('radio', { disabled: true })).toHaveCount(13);
  await expect(dialog.getByText('Choose an edition')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Buy DAT' })).toBeDisabled();

  await rows.nth(10).click();
  await expect(dialog.getByRole('radio', { name: /^DAT #11 / })).toBeChecked();
  await expect(dialog.locator('.edition-chosen')).toHaveText('DAT #11 - $100.00');
  // With the keyboard: the next one that is for sale.
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^DAT #14 / })).toBeChecked();
  await expect(dialog.locator('.edition-chosen')).toHaveText('DAT #14 - $100.00');
  await expect(dialog.getByRole('button', { name: 'Buy DAT #14' })).toBeEnabled();
});

test('[R-VIEW-06] Holders shows who holds which edition, with picture, number and share', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  const rows = (await openDialog(page, 'Holders')).getByRole('listitem');
  await expect(rows).toHaveCount(13);
  await expect(rows.first()).toHaveText('@vinylvera1, 2.5%');
  await expect
    .poll(() =>
      rows
        .first()
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
});

test('[R-VIEW-07] Analytics goes to the analytics of this DAT', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(address);
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  await expect(page).toHaveURL(`/analytics/${shownDat.id}`);
  await expect(title(page, shownDat.song)).toBeVisible();
});

test('[R-VIEW-08] Share to Feed, Copy Link and Send in Message are logged, and work', async ({
  page,
  context,
  baseURL,
  isMobile,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'log' && logged.push(message.text()));
  await page.goto(address);
  const link = `${baseURL}${address}`;
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  await (await openDialog(page, 'More Options')).getByText('Copy Link').click();
  await expect(page.getByText('Link copied.', { exact: true })).toBeVisible();
  expect(await copied()).toBe(link);
  await page.evaluate(() => navigator.clipboard.writeText(''));

  // This browser has no sheet of its own to share with.
  const dialog = await openDialog(page, 'More Options');
  await dialog.getByText('Share to Feed').click();
  const toPaste = dialog.getByLabel('What to paste');
  await expect(toPaste).toBeFocused();
  await expect(toPaste).toHaveValue(new RegExp(`^Night Bus to Lagos .* ${link}$`));
  const mail = dialog.getByRole('link', { name: 'Send by e-mail' });
  expect(decodeURIComponent((await mail.getAttribute('href')) ?? '')).toContain(link);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied.', { exact: true })).toBeVisible();
  expect(await copied()).toContain(link);

  const sending = (await openDialog(page, 'More Options')).getByText('Send in Message');
  const href = decodeURIComponent((await sending.getAttribute('href')) ?? '');
  expect(href).toContain(isMobile ? 'sms:?&body=' : 'mailto:?subject=Night Bus to Lagos');
  expect(href).toContain(link);
  await expect(toPaste).toBeHidden();
  await sending.click();
  // A phone has someone to send it; a desk may have no one for an e-mail, and is told other ways.
  if (isMobile) await expect(page.getByRole('dialog')).toHaveCount(0);
  else await expect(toPaste).toBeFocused();
  expect(logged).toEqual(['Copy Link', 'Share to Feed', 'Send in Message']);
});

test('the table of editions has every edition with price, royalty, owner and state', {
  tag: ['@once', '@long'],
}, async ({ page }) => {
  await page.goto(address);
  const row = page.getByRole('table', { name: 'Editions' }).getByRole('row');
  await expect(row).toHaveCount(21);
  await expect(row.nth(1)).toHaveText('#1@vinylveraSold2.5%$100.00$100.00');
  await expect(row.nth(7)).toHaveText('#7@adaokonjoFor Sale2.5%–$100.00 Buy');
});

test('the history tells who bought which edition of whom, when and for how much', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  const newest = page.getByRole('table', { name: 'History' }).getByRole('row');
  await expect(newest).toHaveCount(9);
  await expect(newest.nth(1)).toHaveText(/^\d+ \w+ \d{4}Sold #\d+@adaokonjo@\w+\$100\.00$/);
  await page.getByText('6 earlier').click();
  const older = page.getByRole('table', { name: '6 earlier' }).getByRole('row');
  await expect(older.last()).toHaveText(/Released–@adaokonjo\$100\.00$/);
});

test('an address of no DAT says so, and so does one of no creator', { tag: '@long' }, async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expect(/404/);
  expect((await page.goto('/viewdat/dat-that-never-was'))?.status()).toBe(404);
  await expect(title(page, 'Not found')).toBeVisible();
  await expect(page.getByText('There is no DAT at this address.')).toBeVisible();
  await page.getByRole('link', { name: 'See DATS' }).click();
  await expect(page).toHaveURL('/dats');

  expect((await page.goto('/profile/nobody-of-this-name'))?.status()).toBe(404);
  await expect(page.getByText('Nobody here by that name.')).toBeVisible();
});

test('[R-VIEW-10] a DAT released after the last rebuild has its page, analytics and creator at once', {
  tag: '@small',
}, async ({ page, ownSite, consoleGuard }) => {
  const created = { creatorUsername: 'newcomer', ArtistName: 'The Newcomer' };
  const address = `${ownSite.url}/viewdat/dat-just-out`;
  consoleGuard.expect(/404/);
  expect((await page.goto(address))?.status()).toBe(404);
  await expect(title(page, 'Not found')).toBeVisible();

  await release(ownSite, [aRelease('dat-just-out', { SongName: 'Just Out', ...created })]);
  expect((await page.reload())?.status()).toBe(200);
  await expect(title(page, 'Just Out')).toBeVisible();
  await expect(page).toHaveTitle(/Just Out/);
  await expect(fact(page, 'Tier')).toHaveText('Gold');
  await page.getByRole('button', { name: 'Collection' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(20);
  await page.getByText(/^DAT #3 /).click();
  await expect(page.getByRole('button', { name: 'Buy DAT #3' })).toBeEnabled();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: '@newcomer' }).click();
  await expect(title(page, 'The Newcomer')).toBeVisible();
  await page.getByRole('link', { name: 'Just Out' }).click();
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page).toHaveURL(`${ownSite.url}/analytics/dat-just-out`);
  await expect(title(page, 'Just Out')).toBeVisible();

  await release(ownSite, []);
  await page.goto(address);
  await expect(title(page, 'Not found')).toBeVisible();
});

test('[R-VIEW-10] a page newer than the ledger whose data cannot be loaded says so and can be tried again', {
  tag: '@long',
}, async ({ page, ownSite, consoleGuard }) => {
  consoleGuard.expect(/The summaries cannot be read|ERR_FAILED/);
  await release(ownSite, [aRelease('dat-just-out', { SongName: 'Just Out' })]);
  await page.route('**/documents/assetsSummary*', (route) => route.abort());
  await page.goto(`${ownSite.url}/viewdat/dat-just-out`);
  await expect(page.getByText(/The ledger cannot be read right now/)).toBeVisible();
  await page.unroute('**/documents/assetsSummary*');
  expect((await page.reload())?.status()).toBe(200);
  await expect(title(page, 'Just Out')).toBeVisible();
});

test('[R-VIEW-11] holders that cannot be loaded are logged, and the rest of the page works', async ({
  page,
  ownSite,
}) => {
  const warned = page.waitForEvent('console', (message) =>
    message.text().includes('The editions of dat-broken cannot be read'),
  );
  const broken = { ...aRelease('dat-broken', { SongName: 'Broken' }), editions: 'nonsense' };
  await release(ownSite, [broken as unknown as StoredAsset]);
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
