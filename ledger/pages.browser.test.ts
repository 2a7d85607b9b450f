import { sweep } from '@datchain/testing/pure/scale.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { ledgerSite } from './testing/ledger-site.ts';
import { manyAssets, storedBlocks, storedData, storedMetrics } from './testing/stored-world.ts';

const sold = {
  at: Date.UTC(2026, 10, 14, 9),
  kind: 'sold',
  edition: 7,
  priceCents: 123_456,
  from: 'wolfgang.amadeus-of-salzburg',
  to: 'the_longest_username_that_anybody_has_ever_taken_x',
} as const;
const site = ledgerSite({ ...storedData(manyAssets(9)), histories: { 'dat-1': [sold] } });
const patiently = { timeout: 10_000 };
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

test('[R-LND-02] the landing has three logos: music brand, chain brand (to /home) and record label', async () => {
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

test('[R-REV-05] after a release the landing says once that it is out, and leads to its page', async () => {
  const page = await site.open('/', phone);
  const news = page.getByRole('complementary', { name: 'Your release' });
  await expect.poll(() => news.count()).toBe(0);
  const songName = 'Wherever the Long Evening Takes Us <b>Home</b> (Extended Night Version)';
  await page.evaluate(
    (released) => sessionStorage.setItem('datchain.released', released),
    JSON.stringify({ datId: 'dat-1', songName, isOwn: true }),
  );
  await page.reload();
  await expect.poll(() => news.getByText(`${songName} is out`).isVisible()).toBe(true);
  const link = news.getByRole('link', { name: 'See its page' });
  expect(await link.getAttribute('href')).toBe('/viewdat/dat-1');
  const share = news.getByRole('link', { name: 'Share it' });
  expect(await share.getAttribute('href')).toBe('/wallet/dat/dat-1');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // The notice covers no logo, so each can be pressed.
  const { y = 0, height = 0 } = (await news.boundingBox()) ?? {};
  const logo = await page.locator('.landing-logos a').first().boundingBox();
  expect(logo?.y).toBeGreaterThan(y + height);
  await page.reload();
  await expect.poll(() => news.count()).toBe(0);
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

const boxes = (page: Page): Promise<number[]> =>
  page
    .locator('.landing-logos a')
    .evaluateAll((logos) => logos.map((logo) => logo.getBoundingClientRect().width));

test.each(sweep<'no-preference' | 'reduce'>(['no-preference'], ['reduce']))(
  '[R-LND-04] pointing between the logos paints all of them smaller, pointing at one paints it larger, with motion: %s',
  async (reducedMotion) => {
    const page = await site.open('/', { reducedMotion });
    const atRest = await boxes(page);
    const inProportion = async () =>
      (await boxes(page)).map((width, at) => Math.round((1000 * width) / (atRest[at] ?? 0)));
    const becomes = (parts: number[]) => expect.poll(inProportion, patiently).toEqual(parts);
    await becomes([1000, 1000, 1000]);

    const left = await page.locator('.landing-logos > li').nth(0).boundingBox();
    const right = await page.locator('.landing-logos > li').nth(1).boundingBox();
    if (!left || !right) throw new Error('The logos are not drawn.');
    await page.mouse.move((left.x + left.width + right.x) / 2, left.y + left.height / 2);
    await becomes([960, 960, 960]);

    // The row stays smaller; the one pointed at is 5% larger than at rest.
    await page.locator('.landing-logos a').nth(1).hover();
    await becomes([960, 1050, 960]);

    await page.mouse.move(1, 1);
    await becomes([1000, 1000, 1000]);
  },
);

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
  const page = await site.open('/');
  for (const path of ['/home', '/dats', '/viewdat/dat-1', '/viewdat', '/analytics', '/about']) {
    await page.goto(site.origin() + path);
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

test('[N-PPL-12] About works out an example, and its links and the foot lead to Help, Terms and Risks', async () => {
  const page = await site.open('/about', { javaScriptEnabled: false });
  const example = page.getByRole('region', { name: 'Lena buys an edition' });
  expect(await example.getByRole('row').allInnerTexts()).toEqual([
    expect.stringContaining('Lena'),
    expect.stringMatching(/Buys an edition for \$25\.00.*−\$/s),
    ...[/change/, /100,000 Spotify streams later.*\$0\.50/s, /Sells the edition.*\$33\.75/s].map(
      (line) => expect.stringMatching(line),
    ),
    expect.stringContaining('In the end'),
  ]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(11);
  for (const name of ['Risks', 'Terms']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.locator('.notice').innerText()).toContain('Draft. This is an example');
    // A note to whoever sets the site up is no part of what customers read.
    expect(await page.locator('main').innerText()).not.toContain('.md');
  }
});

test('[R-HOM-01] [R-HOM-02] [R-HOM-03] /home shows three cards and the blocks with stock, and each block leads to its page', async () => {
  await site.write('tokenBlocks', storedBlocks);
  await site.write('metrics', storedMetrics);
  const page = await site.open('/home', { javaScriptEnabled: false });
  expect(await page.locator('.metric').allInnerTexts()).toEqual([
    expect.stringMatching(/106,200\s+They pay for editions and are not refunded\.$/),
    expect.stringMatching(/61,402\s+One comes with each \$250\.00 you spend on tokens\.$/),
    expect.stringMatching(
      /\$0\.417\s+The reward pool, divided by 100,000\. Reward tokens can be cashed out from \$25\.00 on\.$/,
    ),
  ]);
  const cells = page.locator('.block-cell');
  expect(
    await cells.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['/tdc/block/36', '/tdc/block/37', '/tdc/block/100']);
  expect(await cells.first().innerText()).toMatch(
    /Link 36[\s\S]+\$0\.36 per token\s+Available: 41,200/,
  );
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

const figure = (page: Page, label: string) =>
  page.locator('.metric', { hasText: label }).locator('dd').first();

async function showsInTurn(label: string, steps: readonly [stored: unknown, shown: string][]) {
  await site.write('tokenBlocks', storedBlocks);
  await site.write('metrics', storedMetrics);
  const page = await site.open('/home');
  await page.getByText(/^Live, /).waitFor();
  for (const [datToken, shown] of steps) {
    await site.write('metrics/datToken', datToken);
    await expect.poll(() => figure(page, label).innerText(), patiently).toBe(shown);
  }
}

test('[R-HOM-06] when all of 66,669 reward tokens are issued 0 remain; without circulating, the value is for 100,000', async () => {
  const of = (issuedToUsers?: number) => ({ poolCents: 1, circulating: 1, issuedToUsers });
  await showsInTurn('Reward tokens remaining', [
    [of(66_669), '0'],
    [of(undefined), '66,669'],
  ]);
  await showsInTurn('Reward token value', [
    [{ poolCents: 25_000_000 }, '$2.50'],
    [{ poolCents: 200, circulating: 3 }, '$0.667'],
  ]);
});

test('a hidden page stops following, and catches up when it is shown again', async () => {
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

test('[R-SES-03] BUY TOKENS sends a signed-out visitor to /login and from there back to the purchase, and loads no Firebase for it', async () => {
  const page = await site.open('/home');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  // The portal's page; this site is the ledger alone.
  await page.route('**/login?*', (route) => route.fulfill({ body: '' }));
  await page.getByRole('button', { name: 'BUY TOKENS' }).click();
  await page.waitForURL('**/login?*');
  expect(new URL(page.url()).searchParams.get('next')).toBe('/home?buy=');
  expect(
    loaded.filter((url) => /market-purchase|auth\./.test(url.split('/_astro/')[1] ?? '')),
  ).toEqual([]);
});

test.each(sweep(['/viewdat/dat-1'], ['/activity']))(
  'on a phone %s says from whom to whom an edition went, however long their names are',
  async (path) => {
    const page = await site.open(path, phone);
    const row = page.locator('.deal-table tbody tr').first();
    await row.scrollIntoViewIfNeeded();
    for (const text of [`@${sold.from}`, `@${sold.to}`, '14 Nov 2026', 'Sold #7', '$1,234.56']) {
      const cell = row.getByText(text, { exact: true });
      expect(
        await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
      ).toBe(true);
      const box = await cell.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(16);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(344);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  },
);

test('[R-VIEW-08] on a desktop Copy Link, Share to Feed and Send in Message are logged and offer the link to paste', async () => {
  const page = await site.open('/viewdat/dat-1');
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'log' && logged.push(message.text()));
  await page.getByRole('button', { name: 'More Options' }).click();
  const dialog = page.getByRole('dialog', { name: 'More Options' });
  const field = dialog.getByLabel('What to paste');
  expect(await field.isVisible()).toBe(false);
  for (const [choice, words] of [
    ['Share to Feed', 'paste it into yours'],
    ['Send in Message', 'paste it into a message'],
  ] as const) {
    await dialog.getByText(choice).click();
    await dialog.getByText(words).waitFor();
    expect(await field.inputValue()).toContain(`${site.origin()}/viewdat/dat-1`);
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    const mail = dialog.getByRole('link', { name: 'Send by e-mail' });
    expect(decodeURIComponent((await mail.getAttribute('href')) ?? '')).toContain('/viewdat/dat-1');
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More Options' }).click();
  expect(await field.isVisible()).toBe(false);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByText('Copy Link').click();
  await page.getByText('Link copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  expect(logged).toEqual(['Share to Feed', 'Send in Message', 'Copy Link']);
});

test('[R-VIEW-08] on a phone Send in Message opens the phone’s messages with the link', async () => {
  const page = await site.open('/viewdat/dat-1', { ...phone, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: 'More Options' }).tap();
  const message = page.getByRole('dialog').getByText('Send in Message');
  const href = decodeURIComponent((await message.getAttribute('href')) ?? '');
  expect(href).toContain('sms:?&body=');
  expect(href).toContain(page.url());
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

const others = ['/', '/home', '/about', '/viewdat', '/analytics', '/analytics/dat-1'];

test.each(sweep(['/dats', '/viewdat/dat-1'], [...others, '/profile/artist1']))(
  'axe finds nothing at %s, on a dark phone and a light desktop, and nothing is wider than the screen',
  async (path) => {
    for (const options of [{ ...phone, colorScheme: 'dark' as const }, {}]) {
      const page = await site.open(path, { reducedMotion: 'reduce', ...options });
      expect(await axeFaults(page)).toEqual([]);
      const [content, screen] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(content).toBeLessThanOrEqual(screen ?? 0);
    }
  },
);

test('nothing moves while a page loads', async () => {
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
