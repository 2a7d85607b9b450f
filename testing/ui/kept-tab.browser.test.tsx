import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { browserSite } from './browser-site.ts';
import { keptChromium } from './kept-chromium.ts';
import { takeTab } from './kept-tab.ts';

const site = browserSite({
  pages: {
    '/': (
      <>
        <p>A page</p>
        <button type="button">Press</button>
      </>
    ),
    '/other': <p>Another page</p>,
  },
});

const seen = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    history: history.length,
    online: navigator.onLine,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    calm: matchMedia('(prefers-reduced-motion: reduce)').matches,
    print: matchMedia('print').matches,
    size: [innerWidth, innerHeight],
    hovered: document.querySelector('button:hover') !== null,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as never })).state,
    given: 'given' in window,
    now: Date.now() > Date.UTC(2020, 0, 1),
  }));

async function useUp(page: Page): Promise<void> {
  const context = page.context();
  await page.evaluate(async () => {
    localStorage.setItem('a', 'b');
    sessionStorage.setItem('a', 'b');
    await caches.open('a');
    await new Promise((resolve) => {
      indexedDB.open('a').onsuccess = resolve;
    });
  });
  await context.addCookies([{ name: 'a', value: 'b', url: page.url() }]);
  await page.goto(new URL('/other', page.url()).href);
  await page.goBack();
  await page.addInitScript(() => Object.assign(window, { given: 1 }));
  await context.addInitScript(() => Object.assign(window, { given: 2 }));
  await page.route('**/', (route) => route.fulfill({ body: 'routed' }));
  await context.route('**/', (route) => route.fulfill({ body: 'routed' }));
  await context.grantPermissions(['clipboard-read']);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 320 });
  await page.getByRole('button').hover();
  await context.newPage();
  await context.setOffline(true);
}

describe('a tab shared by tests', () => {
  test('keeps nothing of an earlier test: no data, settings or listeners', async () => {
    const first = await site.open('/');
    const fresh = await seen(first);
    const heard: string[] = [];
    first.on('request', (request) => heard.push(request.url()));
    first.context().on('response', (response) => heard.push(response.url()));
    await useUp(first);
    heard.splice(0);

    const second = await site.open('/');
    expect(second).toBe(first);
    expect(await second.getByRole('button').count()).toBe(1);
    expect(await seen(second)).toEqual(fresh);
    expect(second.context().pages()).toEqual([second]);
    expect(heard).toEqual([]);
  });

  test('has the requested settings, and the next one the default settings', async () => {
    const small = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
    expect(await seen(await site.open('/', small))).toMatchObject({ dark: true, size: [360, 740] });
    expect(await seen(await site.open('/'))).toMatchObject({ dark: false, size: [1280, 720] });
  });

  test('is replaced when its clock was stopped or it was closed', async () => {
    const stopped = await site.open('/');
    await stopped.clock.install({ time: 0 });
    const next = await site.open('/');
    expect(await seen(next)).toMatchObject({ now: true });
    await next.close();
    expect(await seen(await site.open('/'))).toMatchObject({ history: 2 });
  });

  test('is used by one test at a time; a test with further options gets a fresh profile', async () => {
    const shared = await site.open('/');
    const browser = await keptChromium();
    await expect(takeTab(browser)).rejects.toThrow('The tab is taken');
    const own = await takeTab(browser, { hasTouch: true });
    expect(own.context()).not.toBe(shared.context());
    await site.open('/');
    expect(own.isClosed()).toBe(true);
  });
});
