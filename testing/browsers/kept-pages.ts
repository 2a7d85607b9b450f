import { expect, type Page } from '@playwright/test';
import { chromiumArguments } from '../ui/find-chromium.ts';

/**
 * Options for `test.use` that enable the back/forward cache, which Playwright disables and users'
 * browsers have.
 */
export const backForwardCache = {
  launchOptions: {
    executablePath: process.env.CHROME_PATH ?? '',
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
};

/** The console message of a page whose connection the browser has closed to cache it. */
export const keptComplaint =
  /WebSocket (connection .* Page entered Back-Forward Cache|is already in CLOSING)/;

export async function goBackToKept(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true);
}

/** Prepares a page for `goBackToKept`; call it before leaving the page. */
export const watchKept = (page: Page): Promise<void> =>
  page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
  });
