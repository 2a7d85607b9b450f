import type { Browser } from '@playwright/test';
import { launchChromium } from './find-chromium.ts';

let kept: Promise<Browser> | undefined;

/**
 * One browser for all test files of a process: starting it costs as much as a test. It ends with the
 * process; a file ends what it has opened with `closeAll`.
 */
export async function keptChromium(): Promise<Browser> {
  if (!(await kept)?.isConnected()) kept = launchChromium();
  return kept as Promise<Browser>;
}

/** Closes every page, and forgets the profiles they were in. */
export async function closeAll(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}
