import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from './find-chromium.ts';

/** A browser with one window, in which the tab in front hides the others. */
export interface RealTabs {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/**
 * Starts a browser whose tabs become hidden and visible as a person's do. In the browsers that
 * Playwright starts itself every page is always visible; one that it only connects to is left as
 * it is.
 */
export async function launchRealTabs(): Promise<RealTabs> {
  const profile = await mkdtemp(join(tmpdir(), 'real-tabs-'));
  const process = spawn(
    findChromium(),
    [
      ...chromiumArguments,
      '--headless',
      '--no-first-run',
      // A page that begins while the connection is made may never be announced over it.
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

/** What the browser says at its start. All else it says is read too: a full pipe would stop it. */
const debuggerAddress = (output: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    createInterface(output)
      .on('line', (line) => {
        const [, address] = /^DevTools listening on (ws:\S+)$/.exec(line) ?? [];
        if (address) resolve(address);
      })
      .once('close', () => reject(new Error('The browser ended without an address.')));
  });
