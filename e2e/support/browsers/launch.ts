import { launchChromium } from '@datchain/shared/ui/testing/find-chromium.ts';
import type { Browser } from '@playwright/test';
import { answerOf, type DrivenBrowser, scriptOf } from './driven-browser.ts';
import { launchFirefox } from './firefox.ts';
import { findFirefox, findWebKit } from './installed.ts';
import { launchWebKit } from './webkit.ts';

export type BrowserName = 'Chromium' | 'Firefox' | 'WebKit';

async function driveChromium(browser: Browser): Promise<DrivenBrowser> {
  const page = await browser.newPage();
  return {
    resize: (width, height) => page.setViewportSize({ width, height }),
    open: async (url) => {
      await page.goto(url);
    },
    run: async (inPage, ...args) => {
      const text = JSON.stringify(JSON.stringify(args));
      return answerOf(await page.evaluate(`(${scriptOf(inPage)})(${text})`));
    },
    press: (x, y) => page.mouse.click(x, y),
    close: () => browser.close(),
  };
}

/** Starts a browser, which the caller closes; undefined where it is not installed. */
export async function launchBrowser(name: BrowserName): Promise<DrivenBrowser | undefined> {
  if (name === 'Chromium') return driveChromium(await launchChromium());
  if (name === 'Firefox') {
    const path = findFirefox();
    return path ? launchFirefox(path) : undefined;
  }
  const programs = findWebKit();
  return programs ? launchWebKit(programs) : undefined;
}
