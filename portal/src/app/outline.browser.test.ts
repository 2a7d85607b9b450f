import { gzipSync } from 'node:zlib';
import { portalPaths } from '@datchain/shared/domain/portal-paths.ts';
import { keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { playedPortal } from '../testing/played/played-portal.ts';
import { hostPortal } from '../testing/portal-files.ts';
import { type PortalServer, servePortal } from '../testing/portal-server.ts';
import { titles } from './outline.tsx';

const titleAt = (path: string): string =>
  titles.find(([start]) => `${path}/`.startsWith(`${start}/`))?.[1] ?? '';

const examples = portalPaths.map((path) => path.replace(/:\w+/g, '4'));
const titled = examples.filter((path) => titleAt(path) !== '');

const portal = playedPortal();
const complaints: string[] = [];
let [browser, server] = [] as unknown as [Browser, PortalServer];
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [browser, server] = await Promise.all([keptChromium(), servePortal(() => ({}))]);
});
afterAll(() => Promise.all(contexts.map((context) => context.close())));

async function aPage(javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  return page;
}

describe('[N-FST-10] while the scripts of a screen are loading', () => {
  test('each screen shows the bar, its title and an outline', async () => {
    const page = await aPage(true);
    await page.route('**/portal/assets/*.js', () => {});
    for (const path of titled) {
      await page.goto(server.origin + path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(titleAt(path));
      await expect(page.getByRole('link', { name: 'datchain', exact: true })).toBeVisible();
      await expect(page.locator('.screen-outline')).toBeVisible();
      expect(await page.title()).toBe(`${titleAt(path)} - datchain`);
    }
    expect(complaints).toEqual([]);
  });

  test('the outline needs only the page and one style sheet, together below 12 KB', async () => {
    const hosted = await hostPortal();
    const html = String(hosted('/wallet').body);
    const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)];
    expect(sheets).toHaveLength(1);
    const css = hosted(sheets[0]?.[1] ?? '').body;
    expect(gzipSync(html).length + gzipSync(css).length).toBeLessThan(12_000);
    for (const [, kind = ''] of html.matchAll(/<script ([^>]*src=[^>]*)>/g)) {
      expect(kind).toContain('type="module"');
    }
  });

  test('without script the page says what needs JavaScript', async () => {
    const page = await aPage(false);
    await page.goto(`${server.origin}/login`);
    const said = page.locator('noscript p');
    await expect(said).toBeVisible();
    await expect(said).toContainText('Buying and your wallet need JavaScript.');
    await expect(page.locator('.screen-outline')).toBeHidden();
    await expect(page.getByRole('link', { name: 'DATS', exact: true }).first()).toBeVisible();
  });
});

describe('[N-FST-10] the title of an address', () => {
  test.each(titled.filter((path) => path !== '/logout'))(
    'the title at %s is that of the screen that a visitor sees there',
    async (path) => {
      const { page } = await portal.open(path);
      await expect(page.locator('.screen-outline')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleAt(path));
    },
  );
});
