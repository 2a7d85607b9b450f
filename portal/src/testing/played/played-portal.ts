import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { holdRequests } from '../held-requests.ts';
import { servePortal } from '../portal-server.ts';
import { watchedTabs } from '../watched-tabs.ts';
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
 * page and plays the services behind it. A question to a service that no one plays fails the test.
 */
export function playedPortal() {
  const tabs = watchedTabs(() => servePortal(() => siteConfig));
  return {
    expectComplaint: tabs.expectComplaint,

    /** Leaves the page that is open and opens a screen. */
    async open(path: string, { prepare, ...options }: Opening = {}): Promise<PortalPage> {
      const { page, browser, origin } = await tabs.take(options);
      const services = new PlayedServices(tabs.complain);
      await holdRequests(browser, ['https://*'], (request) => services.answer(request));
      // The live database is not played: a connection stays unanswered, instead of asking for a real address.
      await page.context().routeWebSocket(/^wss:/, () => {});
      await prepare?.(services, page.context());
      await page.goto(origin + path);
      return { page, services };
    },
  };
}
