import { expect, type Page } from '@playwright/test';
import { chromiumArguments } from '../ui/find-chromium.ts';

/** For `test.use`: Playwright turns the back/forward cache off; people's browsers have it. */
export const backForwardCache = {
  launchOptions: {
    executablePath: process.env.CHROME_PATH ?? '',
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
};

/** What a page says whose connection the browser has closed to keep it. */
export const keptComplaint =
  /WebSocket (connection .* Page entered Back-Forward Cache|is already in CLOSING)/;

/** Goes back to the page before, which was kept as it was and not loaded again. */
export async function goBackToKept(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true);
}

/** Call it on the page that is to be kept, before leaving it. */
export const watchKept = (page: Page): Promise<void> =>
  page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
  });
