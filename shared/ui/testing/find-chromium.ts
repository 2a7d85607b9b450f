import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The browser for tests: `CHROME_PATH`, else Playwright's own download, else an installed
 * Chromium or Chrome. Throws with what to do when there is none.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const folders = ['/usr/bin', ...(env.PATH ?? '').split(delimiter).filter(Boolean)];
  const installed = installedNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const wanted = env.CHROME_PATH;
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new Error(`CHROME_PATH names a file that does not exist: ${wanted}`);
  }
  const found = [chromium.executablePath(), ...installed, macChrome].find((path) =>
    existsSync(path),
  );
  if (found) return found;
  throw new Error(
    'No Chromium or Chrome found. Run "npx playwright install chromium", or set CHROME_PATH.',
  );
}

/** A browser that runs as root, without a graphics card, and makes no requests of its own. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser that makes no requests of its own. The caller closes it. */
export function launchChromium() {
  return chromium.launch({
    executablePath: findChromium(),
    args: chromiumArguments,
  });
}
