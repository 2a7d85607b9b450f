import { keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import { giveTabsBack, takeTab } from '@datchain/testing/ui/kept-tab.ts';
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { afterEach, beforeAll, expect } from 'vitest';
import { letGo } from './held-requests.ts';
import type { PortalServer } from './portal-server.ts';

/**
 * Opens tabs on a served portal for the tests of one file. One page is open at a time, in an
 * emptied tab. Unexpected errors in the browser's console fail the test.
 */
export function watchedTabs(serve: () => Promise<PortalServer>) {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const complain = (text: string) => void complaints.push(text);
  let browser: Browser;
  let server: PortalServer;

  beforeAll(async () => {
    [server, browser] = await Promise.all([serve(), keptChromium()]);
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
    complain,

    expectComplaint: (pattern: RegExp) => void expected.push(pattern),

    /**
     * Leaves the open page and takes a tab, with reduced motion so that no animation is caught
     * midway.
     */
    async take(options: BrowserContextOptions = {}) {
      await leave();
      const page = await takeTab(browser, { reducedMotion: 'reduce', ...options });
      watch(page.context());
      return { page, browser, origin: server.origin };
    },
  };
}
