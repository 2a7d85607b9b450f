import { keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import { giveTabsBack, takeTab } from '@datchain/testing/ui/kept-tab.ts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { afterEach, beforeAll, expect, vi } from 'vitest';
import type { Calls } from './calls.ts';
import { type Given, give } from './given.ts';
import { letGo } from './held-requests.ts';
import { type PortalServer, servePortal } from './portal-server.ts';
import { withStandIns } from './stand-ins.ts';
import type { World } from './world.ts';

/** A page of the portal, and what a test sees and steers of it. */
export interface OpenPage extends Calls {
  readonly page: Page;
  /** Changes what is stored while the page is open. */
  readonly change: (change: Partial<World>) => Promise<void>;
}

/** Calls and document store under the site's own origin. */
const configOf = (origin: string) => ({
  apiKey: 'given',
  projectId: 'given',
  databaseURL: origin,
  local: { functions: origin, firestore: origin },
});

/**
 * The real portal, built and served once for the tests of one file, on data that each test gives:
 * only the three modules that talk to the SDKs are others. One page is open at a time, in an emptied
 * tab; what the browser complained about without being expected to fails the test.
 */
export function portalSite() {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const complain = (text: string) => void complaints.push(text);
  let browser: Browser;
  let server: PortalServer;

  beforeAll(async () => {
    [server, browser] = await Promise.all([servePortal(configOf, withStandIns), keptChromium()]);
  });

  const leave = () => giveTabsBack(browser, server.emptyPage);

  afterEach(async () => {
    await leave();
    letGo(browser);
    const known = expected.splice(0);
    const isUnexpected = (text: string) => !known.some((pattern) => pattern.test(text));
    expect(complaints.splice(0).filter(isUnexpected)).toEqual([]);
  });

  function watch(context: BrowserContext): void {
    context.on('weberror', (failure) => complain(String(failure.error())));
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      complain(`${message.text()} (${message.location().url})`);
    });
  }

  return {
    /** Names a complaint that belongs to what the test does, like a call that fails. */
    expectComplaint: (pattern: RegExp) => void expected.push(pattern),

    /** Leaves the page that is open and opens an address of the portal, with motion reduced. */
    async open(path: string, given: Given = {}): Promise<OpenPage> {
      await leave();
      const page = await takeTab(browser, { reducedMotion: 'reduce', ...given.options });
      watch(page.context());
      const calls = await give(browser, page, given, server.origin, complain);
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
