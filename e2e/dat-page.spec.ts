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
