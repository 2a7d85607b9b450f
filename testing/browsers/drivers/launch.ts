import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumArguments, findChromium, launchChromium } from '../../ui/find-chromium.ts';
import { type DrivenBrowser, parseAnswer, toScript } from './driven-browser.ts';
import { launchFirefox } from './firefox.ts';
import { findFirefox, findWebKit } from './installed.ts';
import { launchWebKit } from './webkit.ts';

export type BrowserName = 'Chromium' | 'Firefox' | 'WebKit';

async function driveChromium(
  context: BrowserContext,
  close: () => Promise<void>,
): Promise<DrivenBrowser> {
  const page = await context.newPage();
  const complaints: string[] = [];
  context.on('weberror', (failure) => complaints.push(`${failure.error()}`));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
    if (message.type() === 'warning') complaints.push(`warning: ${message.text()}`);
  });
  return {
    resize: (width, height) => page.setViewportSize({ width, height }),
    open: async (url) => {
      await page.goto(url);
    },
    run: async (inPage, ...args) => {
      const text = JSON.stringify(JSON.stringify(args));
      return parseAnswer(await page.evaluate(`(${toScript(inPage)})(${text})`));
    },
    press: (x, y) => page.mouse.click(x, y),
    complaints: () => complaints,
    close,
  };
}

/** Starts a browser, which the caller closes; undefined if it is not installed. */
export async function launchBrowser(name: BrowserName): Promise<DrivenBrowser | undefined> {
  if (name === 'Chromium') {
    const browser = await launchChromium();
    return driveChromium(await browser.newContext(), () => browser.close());
  }
  if (name === 'Firefox') {
    const path = findFirefox();
    return path ? launchFirefox(path) : undefined;
  }
  const programs = findWebKit();
  return programs ? launchWebKit(programs) : undefined;
}

/** Starts a browser whose user has blocked cookies and site data. WebKitGTK has no such setting. */
export async function launchBlocking(
  name: Exclude<BrowserName, 'WebKit'>,
): Promise<DrivenBrowser | undefined> {
  if (name === 'Firefox') {
    const path = findFirefox();
    return path ? launchFirefox(path, { 'network.cookie.cookieBehavior': 2 }) : undefined;
  }
  const profile = mkdtempSync(join(tmpdir(), 'driven-chromium-'));
  mkdirSync(join(profile, 'Default'));
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(settings));
  // The headless shell has no settings.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: chromiumArguments,
  });
  return driveChromium(context, async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
}
