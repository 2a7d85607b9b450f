import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import { closeAll, keptChromium } from '@datchain/shared/ui/testing/kept-chromium.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type HostedFile, hostPortal } from '../portal-files.ts';
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

/** Only a secure origin has all that a browser offers. No name server knows it. */
const origin = 'https://portal.test';

/** As Hosting serves it in production: the real addresses, none of which is reached. */
const siteConfig = {
  apiKey: 'key',
  projectId: 'played',
  databaseURL: 'https://played.firebaseio.com',
  storageBucket: 'played.firebasestorage.app',
};

/**
 * The portal as it is deployed, in a real browser, for the tests of one file: each test opens pages
 * in a profile of its own and plays the services behind them. What the browser complains about, and
 * a question to a service that nobody plays, fails the test.
 */
export function playedPortal() {
  let browser: Browser;
  let hosted: (path: string) => HostedFile;
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const opened: PlayedServices[] = [];

  beforeAll(async () => {
    [hosted, browser] = await Promise.all([hostPortal(), keptChromium()]);
  });

  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    const unplayed = opened.splice(0).flatMap((services) => services.unplayed);
    const mayBe = expected.splice(0);
    const unexpected = complaints
      .splice(0)
      .filter((text) => !mayBe.some((pattern) => pattern.test(text)));
    expect({ unexpected, unplayed }).toEqual({ unexpected: [], unplayed: [] });
  });

  afterAll(async () => {
    await closeAll(browser);
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

    /** Opens a screen in a fresh profile, with motion reduced so that nothing is caught half way. */
    async open(path: string, { prepare, ...options }: Opening = {}): Promise<PortalPage> {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      watch(context);
      const services = new PlayedServices();
      opened.push(services);
      await context.route('**/*', async (route) => {
        const url = new URL(route.request().url());
        if (url.origin !== origin) return services.answer(route);
        if (url.pathname === initConfigPath) return route.fulfill({ json: siteConfig });
        return route.fulfill(hosted(url.pathname));
      });
      await prepare?.(services, context);
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await page.goto(origin + path);
      return { page, services };
    },
  };
}
