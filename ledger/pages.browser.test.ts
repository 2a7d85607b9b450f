import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { ledgerSite } from './testing/ledger-site.ts';
import {
  aStoredAsset,
  manyAssets,
  storedBlocks,
  storedData,
  storedMetrics,
} from './testing/stored-world.ts';

const site = ledgerSite(storedData(manyAssets(9)));
const phone = { viewport: { width: 360, height: 800 } };

const style = (page: Page, selector: string, property: string, nth = 0) =>
  page
    .locator(selector)
    .nth(nth)
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('[R-LND-01] the landing is white in either theme, does not scroll and has no top bar', async () => {
  const page = await site.open('/', { colorScheme: 'dark', viewport: { width: 800, height: 300 } });
  expect(await style(page, 'body', 'background-color')).toBe('rgb(255, 255, 255)');
  expect(await style(page, 'html', 'overflow-y')).toBe('hidden');
  expect(await page.locator('.top-bar').count()).toBe(0);
});

test('[R-LND-02] three logos: the music brand, the chain brand to /home, the record label', async () => {
  const page = await site.open('/');
  const hrefs = await page
    .locator('main a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([
    'https://music.overtone.example',
    '/home',
    'https://www.northquay.example',
  ]);
  await page.getByRole('link', { name: 'datchain' }).click();
  await page.waitForURL('**/home');
});

test('[R-LND-03] the logos fade in for 1 s after 0.3 s, 0.5 s and 0.7 s', async () => {
  const page = await site.open('/');
  const times = await page.locator('.landing-logos > li').evaluateAll((items) =>
    items.map((item) => {
      const { animationDelay, animationDuration, animationName } = getComputedStyle(item);
      return [animationName !== 'none', animationDelay, animationDuration];
    }),
  );
  expect(times).toEqual([
    [true, '0.3s', '1s'],
    [true, '0.5s', '1s'],
    [true, '0.7s', '1s'],
  ]);
});

test('[R-LND-04] hovering the row shrinks it, hovering a logo enlarges that one', async () => {
  const page = await site.open('/', { reducedMotion: 'reduce' });
  await page.locator('.landing-logos a').nth(1).hover();
  expect(await style(page, '.landing-logos', 'scale')).toBe('0.96');
  expect(await style(page, '.landing-logos a', 'scale', 1)).toBe('1.05');
  expect(await style(page, '.landing-logos a', 'scale', 0)).toBe('none');
});

test.each([
  [399, 'column', 399 * 0.8],
  [400, 'row', 400 * 0.8],
  [1280, 'row', 1000],
])('[R-LND-05] at %i px the logos stand in a %s', async (width, direction, rowWidth) => {
  const page = await site.open('/', { viewport: { width, height: 800 } });
  expect(await style(page, '.landing-logos', 'flex-direction')).toBe(direction);
  expect(Number.parseFloat(await style(page, '.landing-logos', 'width'))).toBeCloseTo(rowWidth, 0);
  const logo = Number.parseFloat(await style(page, '.landing-logos > li', 'width'));
  if (direction === 'column') expect(logo).toBeCloseTo(rowWidth * 0.8, 0);
  else expect(logo).toBeLessThanOrEqual(400);
});

test('[R-NAV-01] [R-SES-04] the public pages open signed out, with the bar and without WALLET', async () => {
  for (const path of ['/home', '/dats', '/viewdat/dat-1', '/viewdat', '/analytics', '/about']) {
    const page = await site.open(path);
    expect(await page.getByRole('link', { name: 'LOG IN' }).isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'WALLET' }).isVisible()).toBe(false);
    expect(await page.getByRole('link', { name: 'RELEASE' }).isVisible()).toBe(false);
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('[R-ABT-01] About says how DATS are bought and what the ledger gives', async () => {
  const page = await site.open('/about');
  const text = await page.locator('main').innerText();
  expect(text).toContain('DATS are bought with tokens on a music marketplace');
  expect(text).toContain('The ledger gives public analytics for every DAT released');
});

test('[R-DAT-01] [R-DAT-02] [R-DAT-03] the grid is newest first, and a card opens its DAT', async () => {
  const page = await site.open('/dats');
  const songs = await page.locator('.dat-card h3').allInnerTexts();
  expect(songs).toEqual(manyAssets(9).map(({ SongName }) => SongName));
  const card = page.locator('.dat-card').nth(1);
  expect(await card.innerText()).toMatch(/Song 1\s+Artist 1\s+@artist1\s+Total Streams\s+–/);
  await card.click({ position: { x: 30, y: 30 } });
  await page.waitForURL('**/viewdat/dat-1');
  expect(await page.locator('h1').innerText()).toBe('Song 1');
});

test('a release newer than the page appears in the grid, first and once', async () => {
  await site.write('newestReleases', [
    aStoredAsset(0, {
      id: 'brand-new',
      SongName: 'Brand new',
      releaseTimestamp: Date.UTC(2027, 0, 1),
    }),
    aStoredAsset(0),
  ]);
  const page = await site.open('/dats');
  await page.getByRole('link', { name: 'Brand new' }).waitFor();
  expect(await page.locator('.dat-card h3').first().innerText()).toBe('Brand new');
  expect(await page.locator('.dat-card').count()).toBe(10);
});

test('[R-VIEW-03] [R-VIEW-04] a DAT shows its facts and credits without any script', async () => {
  const page = await site.open('/viewdat/dat-1', { javaScriptEnabled: false });
  const text = await page.locator('main').innerText();
  for (const fact of [
    'Song 1',
    'Artist 1',
    'Gold',
    '15% available for ownership',
    'datchain.com',
  ]) {
    expect(text).toContain(fact);
  }
  for (const credit of ['@artist2', 'Priya Menon', 'North Quay Records', 'R&B/Soul']) {
    expect(text).toContain(credit);
  }
});

test('Collection and Holders open by button and close by Escape, giving the focus back', async () => {
  const page = await site.open('/viewdat/dat-1');
  await page.getByRole('button', { name: 'Collection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Collection' });
  expect(await dialog.locator('li').count()).toBe(20);
  expect(await dialog.locator('li').nth(1).innerText()).toMatch(/DAT #2 - \$25\.00\s+SOLD/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Collection');
});

test('[R-VIEW-09] the profile link of the app sends the browser to the app; without it, it stays', async () => {
  const page = await site.open('/about');
  await page.route('**/documents/assetsSummary**', (route) => route.fulfill({ json: {} }));
  const left: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Page.frameRequestedNavigation', ({ url }) => left.push(url));
  await devtools.send('Page.enable');
  for (const query of ['', '?source=app']) {
    await page.goto(`${site.origin()}/mydat/profile/maker-1${query}`, { waitUntil: 'commit' });
    await page.getByText('This person has not released a DAT.').waitFor();
  }
  expect(left).toEqual(['datsapp://profile/maker-1']);
});

test('[R-HOM-01] [R-HOM-02] [R-HOM-03] three cards and the blocks with stock, each leading to its page', async () => {
  await site.write('tokenBlocks', storedBlocks);
  await site.write('metrics', storedMetrics);
  const page = await site.open('/home', { javaScriptEnabled: false });
  expect(await page.locator('.metric').allInnerTexts()).toEqual([
    expect.stringContaining('106,200'),
    expect.stringContaining('61,402'),
    expect.stringContaining('$0.417'),
  ]);
  const cells = page.locator('.block-cell');
  expect(await cells.count()).toBe(3);
  expect(await cells.first().innerText()).toMatch(
    /Link 36[\s\S]+\$0\.36 per token\s+Available: 41,200/,
  );
  expect(await cells.first().getAttribute('href')).toBe('/tdc/block/36');
});

test('[R-HOM-04] metrics and blocks follow the database in every open tab, without a reload', async () => {
  await site.write('tokenBlocks', storedBlocks);
  await site.write('metrics', storedMetrics);
  const page = await site.open('/home');
  await page.getByText(/^Live, /).waitFor();
  const second = await page.context().newPage();
  const asked: string[] = [];
  second.on('request', (request) => asked.push(request.resourceType()));
  await second.goto(page.url());
  await second.getByText(/^Live, /).waitFor();
  // The tabs of a browser share one set of streams.
  expect(asked).not.toContain('eventsource');

  await site.write('tokenBlocks/36', { platformRemaining: 0, sellQty: 7 }, 'PATCH');
  await site.write('metrics/datToken/issuedToUsers', 66_669);
  for (const tab of [second, page]) {
    await tab.getByText('Available: 7', { exact: true }).waitFor();
    await tab.locator('.metric', { hasText: 'Utility tokens' }).getByText('65,007').waitFor();
    await tab
      .locator('.metric', { hasText: 'Reward tokens' })
      .getByText('0', { exact: true })
      .waitFor();
  }

  await site.write('tokenBlocks/36', null);
  await page.getByText('Link 36').waitFor({ state: 'detached' });
  expect(await page.locator('.block-cell').first().innerText()).toContain('Sells first');
});

test('a hidden page follows nothing, and is up to date when it is looked at again', async () => {
  await site.write('tokenBlocks', storedBlocks);
  const page = await site.open('/home');
  await page.getByText(/^Live, /).waitFor();
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await site.write('tokenBlocks/36/sellQty', 999);
  const watcher = await page.context().newPage();
  await watcher.goto(page.url());
  await watcher.getByText('Available: 41,999').waitFor();
  expect(await page.getByText('Available: 41,999').count()).toBe(0);
  await show('visible');
  await page.getByText('Available: 41,999').waitFor();
});

test('a page that loses the database says so, keeps its figures, and comes back by itself', async () => {
  await site.write('tokenBlocks', storedBlocks);
  await site.write('metrics', storedMetrics);
  const page = await site.open('/home');
  await page.getByText(/^Live, /).waitFor();
  await site.stopDatabase();
  await page.getByText(/^Reconnecting, /).waitFor();
  expect(await page.locator('.metric').first().innerText()).toContain('106,200');

  await site.startDatabase();
  await site.write('metrics', storedMetrics);
  await site.write('tokenBlocks', { 50: { price: 0.5, platformRemaining: 12 } });
  await page.getByText(/^Live, /).waitFor({ timeout: 20_000 });
  await page.getByText('Available: 12', { exact: true }).waitFor();
  site.forgive(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/);
});

test('[R-SES-03] BUY TOKENS sends a signed-out visitor to /login, and loads no Firebase for it', async () => {
  const page = await site.open('/home');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  // The portal's page; this site is the ledger alone.
  await page.route('**/login', (route) => route.fulfill({ body: '' }));
  await page.getByRole('button', { name: 'BUY TOKENS' }).click();
  await page.waitForURL('**/login');
  expect(
    loaded.filter((url) => /market-purchase|auth\./.test(url.split('/_astro/')[1] ?? '')),
  ).toEqual([]);
});

test('the signed-in hint shows WALLET and LOG OUT before the first paint', async () => {
  const page = await site.open('/about');
  await page.evaluate(() =>
    localStorage.setItem('datchain.session', '{"signedIn":true,"canRelease":true}'),
  );
  await page.reload();
  expect(await page.getByRole('link', { name: 'WALLET' }).isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'LOG OUT' }).isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'LOG IN' }).isVisible()).toBe(false);
});

test.each([
  '/',
  '/home',
  '/about',
  '/dats',
  '/viewdat/dat-1',
  '/viewdat',
  '/analytics',
  '/analytics/dat-1',
  '/profile/artist1',
])(
  'axe finds nothing at %s, on a dark phone and a light desk, and nothing is wider than the screen',
  async (path) => {
    for (const options of [{ ...phone, colorScheme: 'dark' as const }, {}]) {
      const page = await site.open(path, { reducedMotion: 'reduce', ...options });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      const [content, screen] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(content).toBeLessThanOrEqual(screen ?? 0);
    }
  },
);

test('nothing moves while a page comes up', async () => {
  await site.write('tokenBlocks', storedBlocks);
  await site.write('metrics', storedMetrics);
  for (const path of ['/home', '/dats', '/viewdat/dat-1']) {
    const page = await site.open('/about', phone);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(site.origin() + path);
    if (path === '/home') await page.getByText(/^Live, /).waitFor();
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual(
      [],
    );
  }
});
