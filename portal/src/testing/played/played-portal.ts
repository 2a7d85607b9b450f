import { keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import { giveTabsBack, takeTab } from '@datchain/testing/ui/kept-tab.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { afterEach, beforeAll, expect } from 'vitest';
import { holdRequests, letGo } from '../held-requests.ts';
import { type PortalServer, servePortal } from '../portal-server.ts';
import { PlayedServices } from './played-services.ts';

/** A page of the portal in a browser, and what stands behind it. */
export interface PortalPage {
  readonly page: Page;
  readonly services: PlayedServices;
}

type Opening = BrowserContextOptions & {
  /** What is played, and what the browser remembers, before the page loads. */
  readonly prepare?: (services: PlayedServices, context: BrowserContext) => Promise<void> | void;
};

/** As Hosting serves it in production: the real addresses, none of which is reached. */
const siteConfig = {
  apiKey: 'key',
  projectId: 'played',
  databaseURL: 'https://played.firebaseio.com',
  storageBucket: 'played.firebasestorage.app',
};

/**
 * The portal as it is deployed, in a real browser, for the tests of one file: each test opens a
 * page in an emptied tab and plays the services behind it. What the browser complains about, and a
 * question to a service that no one plays, fails the test.
 */
export function playedPortal() {
  let browser: Browser;
  let server: PortalServer;
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const opened: PlayedServices[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([servePortal(() => siteConfig), keptChromium()]);
  });

  const leave = () => giveTabsBack(browser, server.emptyPage);

  afterEach(async () => {
    await leave();
    letGo(browser);
    const unplayed = opened.splice(0).flatMap((services) => services.unplayed);
    const mayBe = expected.splice(0);
    const unexpected = complaints
      .splice(0)
      .filter((text) => !mayBe.some((pattern) => pattern.test(text)));
    expect({ unexpected, unplayed }).toEqual({ unexpected: [], unplayed: [] });
  });

  function watch(context: BrowserContext): void {
    context.on('weberror', (failure) => complaints.push(String(failure.error())));
    context.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
  }

  return {
    /** Names an error of the console that belongs to what the test does. */
    expectComplaint: (pattern: RegExp) => expected.push(pattern),

    /**
     * Leaves the page that is open and opens a screen, with motion reduced so that nothing is
     * caught half way.
     */
    async open(path: string, { prepare, ...options }: Opening = {}): Promise<PortalPage> {
      await leave();
      const page = await takeTab(browser, { reducedMotion: 'reduce', ...options });
      watch(page.context());
      const services = new PlayedServices();
      opened.push(services);
      await holdRequests(browser, ['https://*'], (request) => services.answer(request));
      // The live database is not played: a connection stays unanswered, instead of asking for a real address.
      await page.context().routeWebSocket(/^wss:/, () => {});
      await prepare?.(services, page.context());
      await page.goto(server.origin + path);
      return { page, services };
    },
  };
}
