import { closeAll, keptChromium } from '@datchain/shared/ui/testing/kept-chromium.ts';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { Calls } from './calls.ts';
import { type Given, give } from './given.ts';
import { emptyPath, type PortalServer, servePortal } from './portal-server.ts';
import type { World } from './world.ts';

/** A page of the portal, and what a test sees and steers of it. */
export interface OpenPage extends Calls {
  readonly page: Page;
  /** Changes what is stored while the page is open. */
  readonly change: (change: Partial<World>) => Promise<void>;
}

/**
 * The real portal, built and served once for the tests of one file, on data that each test gives:
 * only the three modules that talk to the SDKs are others. One page is open at a time. Tests take
 * over the same tab, emptied, because a fresh profile costs three times as much as the page; what
 * the browser complained about without being expected to fails the test.
 */
export function portalSite() {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const complain = (text: string) => void complaints.push(text);
  let browser: Browser;
  let server: PortalServer;
  let sharedTab: Page | undefined;
  let leave = async () => {};

  beforeAll(async () => {
    [server, browser] = await Promise.all([servePortal(), keptChromium()]);
  });

  afterEach(async () => {
    await leave();
    const known = expected.splice(0);
    const isUnexpected = (text: string) => !known.some((pattern) => pattern.test(text));
    expect(complaints.splice(0).filter(isUnexpected)).toEqual([]);
  });

  afterAll(async () => {
    await closeAll(browser);
    await server?.close();
  });

  async function newTab(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(10_000);
    context.on('weberror', (failure) => complain(String(failure.error())));
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      complain(`${message.text()} (${message.location().url})`);
    });
    return context.newPage();
  }

  /** Leaves nothing behind of what a test did in the tab. */
  async function empty(tab: Page): Promise<void> {
    const others = tab.context().pages();
    await Promise.all(others.filter((other) => other !== tab).map((other) => other.close()));
    tab.removeAllListeners('dialog');
    await tab.goto(server.origin + emptyPath);
    await tab.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
    });
  }

  return {
    /** Names a complaint that belongs to what the test does, like a call that fails. */
    expectComplaint: (pattern: RegExp) => void expected.push(pattern),

    /** Leaves the page that is open and opens an address of the portal, with motion reduced. */
    async open(path: string, given: Given = {}): Promise<OpenPage> {
      await leave();
      if (!given.options) sharedTab ??= await newTab();
      const page = (given.options ? undefined : sharedTab) ?? (await newTab(given.options));
      const { end, ...calls } = await give(page, given, server.origin, complain);
      leave = async () => {
        leave = async () => {};
        if (page !== sharedTab) return page.context().close();
        await empty(page);
        await end();
      };
      await page.goto(server.origin + path);
      const change = async (next: Partial<World>) => {
        // Screens load the databases after themselves.
        await page.waitForFunction(() => 'changeWorld' in window);
        await page.evaluate((world) => window.changeWorld(world), next);
      };
      return { page, change, ...calls };
    },
  };
}
