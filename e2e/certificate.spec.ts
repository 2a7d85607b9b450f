import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { shownDat } from '@datchain/testing/browsers/screens.ts';
import type { Page } from '@playwright/test';

const certificates = `/certificate/${shownDat.id}`;
const address = `${certificates}?edition=7`;

const fact = (page: Page, label: string) =>
  page
    .locator('.certificate-facts > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');

test('an edition on a DAT’s page leads to its certificate, which names its owner and can be shared', {
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
