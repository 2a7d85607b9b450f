import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from './find-chromium.ts';

/** A browser with one window, in which the front tab hides the others. */
export interface RealTabs {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/**
 * Starts a browser whose tabs become hidden and visible like a person's. In browsers that
 * Playwright starts itself every page is always visible; a browser it only connects to is not
 * changed.
 */
export async function launchRealTabs(): Promise<RealTabs> {
  const profile = await mkdtemp(join(tmpdir(), 'real-tabs-'));
  const process = spawn(
    findChromium(),
    [
      ...chromiumArguments,
      '--headless',
      '--no-first-run',
      // A page opened while Playwright connects may never be reported.
      '--no-startup-window',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => process.once('exit', () => resolve()));
  const close = async () => {
    process.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await debuggerAddress(process.stderr);
    const browser = await chromium.connectOverCDP(address, { noDefaults: true });
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no window.');
    return {
      context,
      close: async () => {
        await browser.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Reads the DevTools address from the browser's output. All further output is read too, because a
 * full pipe would block the browser.
 */
const debuggerAddress = (output: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    createInterface(output)
      .on('line', (line) => {
        const [, address] = /^DevTools listening on (ws:\S+)$/.exec(line) ?? [];
        if (address) resolve(address);
      })
      .once('close', () => reject(new Error('The browser ended without an address.')));
  });
