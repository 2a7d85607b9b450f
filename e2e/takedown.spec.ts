import { live } from '@datchain/shared/contracts/paths.ts';
import { formatDate } from '@datchain/shared/domain/format.ts';
import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { mintUnsold, operate } from '@datchain/testing/browsers/operators.ts';
import type { OwnSite } from '@datchain/testing/browsers/own-site.ts';
import { aRelease, release } from '@datchain/testing/browsers/release.ts';
import { rebuilt } from '@datchain/testing/browsers/run-rebuild.ts';
import type { Page } from '@playwright/test';
import { keepSiteCurrent } from '../scripts/lib/keep-site-current.ts';

const id = 'dat-claimed';
const song = 'The Claimed Song';
const reason = 'A claim of rights by its producer';
const note = new RegExp(`^Taken down on ${formatDate(Date.now())}\\. Reason: ${reason}\\.$`);

const claimed = aRelease(id, { SongName: song, creatorUsername: 'claimed', releaseTimestamp: 2 });
const other = aRelease('dat-other', { SongName: 'Another Song', releaseTimestamp: 1 });

async function open({ url }: OwnSite, page: Page): Promise<void> {
  await page.goto(`${url}/viewdat/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(song);
}

const noteOn = (page: Page) => page.locator('#dat-notice');
const art = (page: Page) => page.getByRole('img', { name: `Artwork of ${song}` });
const collection = (page: Page) => page.getByRole('button', { name: 'Collection' });

test.beforeEach(async ({ newSite }) => {
  test.slow();
  await release(newSite, [claimed, other]);
  await newSite.write(live.newestReleases, [claimed, other]);
  await mintUnsold(newSite, id);
  expect(await rebuilt(newSite)).toContain('published');
});

test('a DAT that is taken down says so on an open page, leaves every list, and keeps its page', {
  tag: ['@small', '@long'],
}, async ({ page, request, newSite }) => {
  const source = async (path: string) => (await request.get(`${newSite.url}${path}`)).text();
  const lists = [
    '/dats',
    '/dats-index.json',
    '/feed.xml',
    '/sitemap/1.xml',
    '/home',
    '/profile/claimed',
  ];
  for (const path of lists.slice(0, 4)) expect(await source(path)).toContain(id);
  await open(newSite, page);
  await expect(art(page)).toBeVisible();
  await expect(collection(page)).toBeVisible();

  await operate(newSite, 'take-down', id, '--reason', reason);
  // The page was built before; it is the database that says it now.
  await expect(noteOn(page)).toHaveText(note);
  await expect(art(page)).toHaveCount(0);
  await expect(collection(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: `Taken down ${reason}` })).toBeVisible();
  await expect(page.getByText('For Sale', { exact: true })).toHaveCount(0);

  await rebuilt(newSite);
  for (const path of lists) expect([path, await source(path)]).not.toContain(song);
  for (const path of lists)
    expect([path, (await source(path)).includes(id)]).toEqual([path, false]);
  const built = await source(`/viewdat/${id}`);
  expect(built).toContain('<meta name="robots" content="noindex">');
  expect(built).not.toContain('application/ld+json');
  expect(built).not.toContain('/sleeves/');
  expect(await source(`/analytics/${id}`)).toContain('noindex');
  const certificates = await source(`/certificate/${id}`);
  expect(certificates).toContain('Taken down on');
  expect(certificates).not.toContain('/sleeves/');
  const exported = await (await request.get(`${newSite.url}/data/v1/dats/${id}.json`)).json();
  expect(exported).toMatchObject({
    takenDownReason: reason,
    artwork: null,
    editionsForSale: 0,
    history: [{ kind: 'taken-down', reason }],
  });

  await open(newSite, page);
  await expect(noteOn(page)).toHaveText(note);
  await expect(page.getByRole('button', { name: 'Holders' })).toBeVisible();
  await expect(collection(page)).toHaveCount(0);
  await expectAccessible(page, 'a DAT that was taken down');
  await page.goto(`${newSite.url}/dats?q=claimed`);
  await expect(page.getByText('No assets to display.', { exact: true })).toBeVisible();
});

test('a takedown and its end are on the site soon, without anyone building it by hand', {
  tag: ['@once', '@long'],
}, async ({ page, request, newSite }) => {
  const hourly = { everySeconds: 60 * 60, tell: () => {} };
  const stop = keepSiteCurrent(newSite, newSite.siteDir, hourly);
  const listed = async () =>
    (await (await request.get(`${newSite.url}/dats`)).text()).includes(`/viewdat/${id}`);
  try {
    expect(await listed()).toBe(true);
    await operate(newSite, 'take-down', id, '--reason', reason);
    await expect.poll(listed, { timeout: 60_000 }).toBe(false);
    await operate(newSite, 'restore', id, '--reason', 'The claim was settled');
    await expect.poll(listed, { timeout: 60_000 }).toBe(true);
    await open(newSite, page);
    await expect(art(page)).toBeVisible();
    await expect(noteOn(page)).toBeEmpty();
    await expect(page.getByRole('row', { name: 'Restored The claim was settled' })).toBeVisible();
  } finally {
    stop();
  }
});
