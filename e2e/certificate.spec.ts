import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/ledger-test.ts';
import { shownDat } from './support/screens.ts';

const certificates = `/certificate/${shownDat.id}`;
const address = `${certificates}?edition=7`;

const fact = (page: Page, label: string) =>
  page
    .locator('.certificate-facts > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');

/** What a telephone reads that is held over the code. */
async function scan(page: Page): Promise<string | undefined> {
  const png = await page.locator('.certificate-foot').screenshot();
  const { data, info } = await sharp(png)
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fdfcf8' })
    .resize({ width: 1600 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('each edition of a DAT’s page leads to its certificate, which names its owner', {
  tag: '@small',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/viewdat/${shownDat.id}`);
  await page.getByRole('link', { name: '#7, certificate' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1, name: shownDat.song })).toBeVisible();
  await expect(page.locator('.certificate-number')).toHaveText('7 of 20');
  await expect(fact(page, 'Held by')).toHaveText(/^@\w+/);
  await expect(fact(page, 'Since')).toHaveText(/^\d+ \w{3} \d{4}, \d\d:\d\d UTC$/);
  await expect(fact(page, 'Royalty share')).toHaveText('2.5% of the 5%');
  await expect(fact(page, 'Tier')).toHaveText('Platinum');
  await expect(page.getByRole('link', { name: 'Holders: hear the whole song' })).toHaveAttribute(
    'href',
    `/wallet/dat/${shownDat.id}`,
  );
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await expectAccessible(page, 'certificate');
});

test('the code on a certificate leads back to it', { tag: '@long' }, async ({ page, baseURL }) => {
  await page.goto(address);
  await expect(page.locator('.certificate-code')).toBeVisible();
  expect(await scan(page)).toBe(new URL(address, baseURL).href);
});

test('a certificate fits the screen, and one sheet of A4 across', {
  tag: ['@once', '@long'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto(address);
  await expect(page.getByRole('article')).toBeVisible();
  const across = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await across()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('a certificate can be kept as a picture of the size that is shared', {
  tag: ['@once', '@long'],
}, async ({ page }) => {
  await page.goto(address);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as picture' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`certificate-${shownDat.id}-7.png`);
  const { width, height } = await sharp(await download.path()).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

test('a DAT’s certificates are a page to choose from, which its own page leads to', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`/viewdat/${shownDat.id}`);
  await page.getByRole('link', { name: 'Edition certificates' }).click();
  await expect(page).toHaveURL(certificates);
  await expect(page.getByRole('heading', { level: 1, name: shownDat.song })).toBeVisible();
  await expect(page.getByRole('img', { name: `Artwork of ${shownDat.song}` })).toBeVisible();
  await expectAccessible(page, 'the certificates of a DAT');
  await page.getByRole('link', { name: 'Certificate of edition 12', exact: true }).click();
  await expect(page).toHaveURL(`${certificates}?edition=12`);
  await expect(page.locator('.certificate-number')).toHaveText('12 of 20');
});

test('a certificate printed under an address of its own is still found, and shared by the new one', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${certificates}/7`);
  await expect(page.locator('.certificate-number')).toHaveText('7 of 20');
  await expect(page).toHaveURL(address);
  await page.reload();
  await expect(page.locator('.certificate-number')).toHaveText('7 of 20');
});

for (const unknown of ['?edition=21', '?edition=seven', '/21']) {
  test(`an edition that the work does not have, ${unknown}, is said, and the others are offered`, {
    tag: ['@once', '@long'],
  }, async ({ page }) => {
    await page.goto(certificates + unknown);
    await expect(page.getByRole('alert')).toHaveText('There is no such edition of this work.');
    await expect(page.getByRole('link', { name: /^Certificate of edition/ })).toHaveCount(20);
  });
}

for (const unknown of ['/certificate/nothing?edition=1', '/certificate/nothing/1']) {
  test(`${unknown} says that there is no such DAT`, { tag: ['@once', '@long'] }, async ({
    page,
    consoleGuard,
  }) => {
    consoleGuard.expect(/404/);
    await page.goto(unknown);
    await expect(page.getByText('There is no DAT at this address.')).toBeVisible();
  });
}
