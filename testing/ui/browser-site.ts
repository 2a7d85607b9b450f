import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { ReactElement } from 'react';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { bundleLive } from './bundle-live.ts';
import { keptChromium } from './kept-chromium.ts';
import { giveTabsBack, takeTab } from './kept-tab.ts';
import { emptyPath, servePages } from './page-server.ts';
import { launchRealTabs, type RealTabs } from './real-tabs.ts';

type SiteOptions = {
  pages: Record<string, ReactElement>;
  live?: string;
};

async function closeEmptied(page: Page): Promise<void> {
  if (page.url().startsWith('http')) await page.evaluate(() => localStorage.clear());
  await page.close();
}

/**
 * Serves pages to a real browser for the tests of one file. Each test opens its own pages, which
 * are left after it; browser complaints fail the test.
 */
export function browserSite({ pages, live }: SiteOptions) {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const complaints: string[] = [];
  let window: RealTabs | undefined;
  let browser: Browser;
  let site: Awaited<ReturnType<typeof servePages>>;

  beforeAll(async () => {
    site = await servePages(pages, live && (await bundleLive(live)));
    browser = await keptChromium();
  });

  const leave = () => giveTabsBack(browser, site.origin + emptyPath);

  afterEach(async () => {
    await leave();
    await Promise.all(window?.context.pages().map(closeEmptied) ?? []);
    expect(complaints.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await window?.close();
    await site?.close();
  });

  async function visit(page: Page, path: string): Promise<Page> {
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(site.origin + path);
    return page;
  }

  return {
    /**
     * Leaves the open page and opens `path` in an empty tab, with reduced motion, so that no
     * animation is caught half way.
     */
    async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      await leave();
      return visit(await takeTab(browser, { reducedMotion: 'reduce', ...options }), path);
    },

    /** Opens `path` in a separate window, where a new page in front really hides this one. */
    async openInWindow(path: string): Promise<Page> {
      window ??= await launchRealTabs();
      const page = await window.context.newPage();
      page.setDefaultTimeout(10_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      return visit(page, path);
    },
  };
}
