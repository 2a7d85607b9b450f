import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { holdRequests } from '../held-requests.ts';
import { servePortal } from '../portal-server.ts';
import { watchedTabs } from '../watched-tabs.ts';
import { PlayedServices } from './played-services.ts';

export interface PortalPage {
  readonly page: Page;
  readonly services: PlayedServices;
}

type Opening = BrowserContextOptions & {
  readonly prepare?: (services: PlayedServices, context: BrowserContext) => Promise<void> | void;
};

const siteConfig = {
  apiKey: 'key',
  projectId: 'played',
  databaseURL: 'https://played.firebaseio.com',
  storageBucket: 'played.firebasestorage.app',
};

/**
 * Serves the deployed portal in a real browser for the tests of one file. Each test opens a page
 * and plays the services behind it. A request to a service that the test does not play fails the
 * test.
 */
export function playedPortal() {
  const tabs = watchedTabs(() => servePortal(() => siteConfig));
  return {
    expectComplaint: tabs.expectComplaint,

    async open(path: string, { prepare, ...options }: Opening = {}): Promise<PortalPage> {
      const { page, browser, origin } = await tabs.take(options);
      const services = new PlayedServices(tabs.complain);
      await holdRequests(browser, ['https://*'], (request) => services.answer(request));
      // The live database is not played: its connection stays unanswered.
      await page.context().routeWebSocket(/^wss:/, () => {});
      await prepare?.(services, page.context());
      await page.goto(origin + path);
      return { page, services };
    },
  };
}
