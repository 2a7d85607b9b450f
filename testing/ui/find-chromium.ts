import { existsSync, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

const wholeNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const installed = (names: readonly string[], env: NodeJS.ProcessEnv): string[] => {
  const folders = ['/usr/bin', ...(env.PATH ?? '').split(delimiter).filter(Boolean)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
};

export const findInstalled = (names: readonly string[]): string | undefined =>
  installed(names, process.env).find((path) => existsSync(path));

function wanted(variable: string, env: NodeJS.ProcessEnv): string | undefined {
  const path = env[variable];
  if (path && !existsSync(path)) {
    throw new Error(`${variable} names a file that does not exist: ${path}`);
  }
  return path || undefined;
}

/**
 * Finds a whole browser, with windows and a back/forward cache: `CHROME_PATH`, then Playwright's
 * own download, then an installed Chromium or Chrome.
 * @throws with instructions if all are missing
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const all = [chromium.executablePath(), ...installed(wholeNames, env), macChrome];
  const found = wanted('CHROME_PATH', env) ?? all.find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    'No Chromium or Chrome found. Run "npx playwright install chromium", or set CHROME_PATH.',
  );
}

function downloadedShells(): string[] {
  const browsers = join(dirname(chromium.executablePath()), '../..');
  const [, revision = ''] = /chromium-(\d+)/.exec(chromium.executablePath()) ?? [];
  const pattern = `chromium_headless_shell-${revision}/*/{chrome-headless-shell,headless_shell}{,.exe}`;
  return globSync(pattern, { cwd: browsers }).map((path) => join(browsers, path));
}

/**
 * Finds Chromium's headless shell, which takes a quarter of a whole browser's processor time for
 * the same page: `HEADLESS_SHELL_PATH`, then Playwright's own download, then an installed one.
 * Returns undefined for none.
 */
export function findHeadlessShell(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const all = [...downloadedShells(), ...installed(['chromium-headless-shell'], env)];
  return wanted('HEADLESS_SHELL_PATH', env) ?? all.find((path) => existsSync(path));
}

/**
 * Arguments for a browser that runs as root, without a graphics card, and makes no requests of its
 * own.
 */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchChromium() {
  return chromium.launch({
    executablePath: findHeadlessShell() ?? findChromium(),
    args: chromiumArguments,
  });
}
