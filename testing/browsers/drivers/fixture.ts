import { test as base } from '../fixtures.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { howToInstall } from './installed.ts';

type Launch = (launching: Promise<DrivenBrowser | undefined>) => Promise<DrivenBrowser>;

/**
 * Journeys in other browsers. `launched` keeps a browser until the end of the test, and skips the
 * test if the browser is not installed.
 */
export const test = base.extend<{ launched: Launch }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  launched: async ({}, use, info) => {
    const all: DrivenBrowser[] = [];
    await use(async (launching) => {
      const browser = await launching;
      info.skip(!browser, `The browser is not installed. ${howToInstall}`);
      if (!browser) throw new Error('A test that is left out does not go on.');
      all.push(browser);
      return browser;
    });
    for (const browser of all) await browser.close();
  },
});
