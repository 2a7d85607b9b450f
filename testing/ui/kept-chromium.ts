import type { Browser } from '@playwright/test';
import { launchChromium } from './find-chromium.ts';

let kept: Promise<Browser> | undefined;

/**
 * Returns one browser for all test files of a process, because starting it takes as long as a test.
 * It ends with the process; a file closes its pages with `closeAll`.
 */
export async function keptChromium(): Promise<Browser> {
  if (!(await kept)?.isConnected()) kept = launchChromium();
  return kept as Promise<Browser>;
}

export async function closeAll(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}
