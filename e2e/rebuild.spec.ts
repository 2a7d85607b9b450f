import { readlinkSync } from 'node:fs';
import { storedBlock } from '@datchain/testing/browsers/home.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import type { OwnSite } from '@datchain/testing/browsers/own-site.ts';
import { aRelease, release } from '@datchain/testing/browsers/release.ts';
import { rebuilt } from '@datchain/testing/browsers/run-rebuild.ts';
import type { APIRequestContext } from '@playwright/test';

/** The text of a page as it is served, before any script. */
async function source(request: APIRequestContext, url: string): Promise<string> {
  return (await request.get(url)).text();
}

/** Which version of the site is served. */
const version = ({ siteDir }: OwnSite): string => readlinkSync(siteDir);

const older = aRelease('dat-older', { SongName: 'An Older Song', releaseTimestamp: 1_000 });
const newer = aRelease('dat-newer', { SongName: 'A Newer Song', releaseTimestamp: 2_000 });

test.beforeEach(async ({ newSite }) => {
  test.slow();
  await release(newSite, [older]);
  await newSite.write('tokenBlocks', { 36: storedBlock(36, 1_200) });
  await newSite.write('metrics/datToken', { poolCents: 4_170_000, issuedToUsers: 5_267 });
  expect(await rebuilt(newSite)).toContain('published');
});

test('after a change in the database and a rebuild the static pages show it; an unchanged one stops', {
  tag: ['@once', '@long'],
}, async ({ request, newSite }) => {
  const page = (path: string) => source(request, `${newSite.url}${path}`);
  expect(await page('/home')).toContain('1,200');
  expect(await page('/viewdat/dat-older')).toContain('An Older Song');

  await newSite.write('tokenBlocks/36/platformRemaining', 777);
  await release(newSite, [{ ...older, SongName: 'A Corrected Title' }]);
  expect(await page('/home')).not.toContain('777');
  await rebuilt(newSite);
  expect(await page('/home')).toContain('Available: <!-- -->777');
  expect(await page('/viewdat/dat-older')).toContain('A Corrected Title');
  expect(await page('/dats')).toContain('A Corrected Title');
  expect(await page('/viewdat/dat-older')).not.toContain('An Older Song');

  const before = version(newSite);
  expect(await rebuilt(newSite)).toContain('Nothing changed since the last rebuild.');
  expect(version(newSite)).toBe(before);
});

test('[R-VIEW-10] a new release is drawn in the browser until the rebuild makes its page', {
  tag: ['@once', '@long'],
}, async ({ page, request, newSite, consoleGuard }) => {
  consoleGuard.expect(/404/);
  const address = `${newSite.url}/viewdat/dat-newer`;
  await release(newSite, [newer, older]);
  expect(await source(request, address)).not.toContain('A Newer Song');
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Newer Song');

  await rebuilt(newSite);
  const prebuilt = await source(request, address);
  expect(prebuilt).toContain('A Newer Song</h1>');
  expect(prebuilt).not.toContain('noindex');
  await page.goto(`${newSite.url}/dats`);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([
    'A Newer Song',
    'An Older Song',
  ]);

  await release(newSite, [older]);
  await rebuilt(newSite);
  await page.goto(address);
  await expect(page.getByText('There is no DAT at this address.')).toBeVisible();
});
